//! The files of the pages, which the program contains. They are built from `../page/` into
//! `../assets/`.

/// A file of the pages.
pub struct Asset {
    /// Its name in the address.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub text: &'static str,
}

/// The page of a game.
pub const GAME: Asset = Asset {
    name: "index.html",
    kind: "text/html; charset=utf-8",
    text: include_str!("../assets/index.html"),
};

/// The page of a folder.
pub const GALLERY: Asset = Asset {
    name: "gallery.html",
    kind: "text/html; charset=utf-8",
    text: include_str!("../assets/gallery.html"),
};

/// The other files that the pages request.
const ASSETS: &[Asset] = &[
    Asset {
        name: "studio.js",
        kind: "text/javascript; charset=utf-8",
        text: include_str!("../assets/studio.js"),
    },
    Asset {
        name: "gallery.js",
        kind: "text/javascript; charset=utf-8",
        text: include_str!("../assets/gallery.js"),
    },
    Asset {
        name: "licenses.txt",
        kind: "text/plain; charset=utf-8",
        text: include_str!("../assets/licenses.txt"),
    },
    Asset {
        name: "studio.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("../assets/studio.css"),
    },
    Asset {
        name: "gallery.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("../assets/gallery.css"),
    },
];

/// Returns the file with this name.
pub fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}
