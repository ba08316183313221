// The files of the site, as a page finds them that may lie in a folder of the site.

/** The address of a file. A page in a folder says the way to the site: `<html data-site="../">`. */
export function siteFile(name: string): string {
  return new URL(`${document.documentElement.dataset["site"] ?? ""}${name}`, document.baseURI).href;
}

/** The engine, compiled while it is fetched. */
export async function engine(): Promise<WebAssembly.Module> {
  const file = siteFile("engine.wasm");
  try {
    return await WebAssembly.compileStreaming(fetch(file));
  } catch {
    // A server may not know the type of the file.
    return WebAssembly.compile(await (await fetch(file)).arrayBuffer());
  }
}
