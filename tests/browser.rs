//! The page in a browser: the tests in `src/studio/page/tests`, which play in headless Chromium. They
//! wait more than they work, so that this is best begun among the first.
//!
//! They want Node, Chromium and what `npm ci` in `src/studio/page` fetches. Where one of them is
//! missing they are skipped, unless the environment variable `REGOLA_BROWSER` says that they must
//! run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/studio/page");

/// The browser, by the names of its programs: the first one has no windows at all, and takes half as long.
const CHROMIUM: [&str; 2] = ["chromium-headless-shell", "chromium"];

#[test]
#[expect(clippy::disallowed_macros, reason = "a test that is skipped says so")]
fn the_page_plays_in_a_browser() {
    let chromium = match found() {
        Ok(chromium) => chromium,
        Err(missing) if env::var_os("REGOLA_BROWSER").is_none() => {
            eprintln!("skipped: {missing}");
            return;
        }
        Err(missing) => panic!("{missing}"),
    };
    let npm = Command::new("npm")
        .args(["test", "--silent"])
        .current_dir(PAGE)
        .env("REGOLA", env!("CARGO_BIN_EXE_regola"))
        .env("REGOLA_CHROMIUM", chromium)
        .output();
    let output = npm.expect("npm was found");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The browser, if everything is there.
fn found() -> Result<PathBuf, String> {
    program("npm").ok_or("there is no npm")?;
    let chromium = CHROMIUM.into_iter().find_map(program);
    let chromium = chromium.ok_or("there is no chromium")?;
    if !Path::new(PAGE)
        .join("node_modules/playwright-core")
        .is_dir()
    {
        return Err(format!("nobody has run `npm ci` in {PAGE}"));
    }
    Ok(chromium)
}

/// A program on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}
