/** Light or dark: `data-theme` on the root element; the system's choice as long as nobody's counts. Who chooses keeps it. */
export type Theme = "light" | "dark";

const listeners = new Set<() => void>();
let chosen: Theme | null = null;

const systemTheme = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** The theme on the screen. */
export const currentTheme = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? chosen ?? systemTheme();

const tell = () => {
  for (const listener of [...listeners]) listener();
};

function apply(): void {
  const theme = chosen ?? systemTheme();
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  tell();
}

/** Called once before the first render. Follows the system while nothing is chosen, and the canvases of the page. */
export function startTheme(): void {
  apply();
  const forced = matchMedia("(forced-colors: active)");
  forced.addEventListener("change", tell);
  // The browser's graphics went and came back: the canvas is there and empty. The event does not bubble.
  document.addEventListener("contextrestored", tell, { capture: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    apply();
    // Forced colors have a light and a dark palette of their own, whatever theme was chosen.
    if (forced.matches) tell();
  });
}

/** The theme that counts from now on; null: the system's. */
export function setTheme(theme: Theme | null): void {
  chosen = theme;
  apply();
}

/** Calls back whenever the theme changed, colors were forced or set free, or a canvas lost what was drawn on it; returns the untying. Canvases redraw here. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
