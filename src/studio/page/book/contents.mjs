// The contents of the book, as docs/SUMMARY.md lists them. Knows nothing of what is on the pages.

/** Reads the list: parts with their titles, and pages with title, path and the file that is made of them. */
export function contents(summary) {
  const parts = [{ title: null, pages: [] }];
  for (const line of summary.split("\n")) {
    const title = /^# (?!Summary$)(.+)$/.exec(line)?.[1];
    const page = /^(?:- )?\[(.+)\]\((.+\.md)\)$/.exec(line);
    if (title !== undefined) parts.push({ title, pages: [] });
    else if (page !== null) parts.at(-1).pages.push({ title: page[1], path: page[2], file: page[2].replace(/\.md$/, ".html") });
    else if (line !== "" && line !== "# Summary") throw new Error(`docs/SUMMARY.md: neither a part nor a page: ${line}`);
  }
  const pages = parts.flatMap((part) => part.pages);
  // The address of the folder leads to the first page.
  pages[0].file = "index.html";
  return { parts, pages };
}

/** The way from a page of the book to another file of the book. */
export function way(page, file) {
  return "../".repeat(page.file.split("/").length - 1) + file;
}
