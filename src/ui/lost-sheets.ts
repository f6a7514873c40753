/** Style sheets that could not be fetched, by their addresses. The bundler's `import()` does not ask for one a second time. */
const lost = new Set<string>();

/** Watches for style sheets that cannot be fetched. */
export function watchSheets(): void {
  window.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
      lost.add(target.href);
      target.remove();
    },
    // Errors of elements do not bubble.
    { capture: true },
  );
}

/** Asks once more for every style sheet that was lost, and waits for them. @throws where one cannot be fetched again. */
export async function fetchLostSheets(): Promise<void> {
  const wanted = [...lost];
  lost.clear();
  await Promise.all(
    wanted.map((href) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      const end = new Promise<void>((resolve, reject) => {
        link.addEventListener("load", () => resolve());
        link.addEventListener("error", () => reject(new Error(`The style sheet ${href} could not be fetched.`)));
      });
      document.head.append(link);
      return end;
    }),
  );
}
