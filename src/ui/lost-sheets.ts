/**
 * Takes a style sheet that could not be fetched out of the page. Whatever asks for its part of the page again (`import()` with the sheets that it names) would
 * take a sheet that stands there for one that is loaded, and the part would come without its looks.
 */
export function dropLostSheets(): void {
  window.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
    },
    // Errors of elements do not bubble.
    { capture: true },
  );
}
