/** Light or dark: `data-theme` on the root element, kept in this browser, the system's choice until one is made. */
export type Theme = "light" | "dark";

const storageKey = "connect.theme";
const listeners = new Set<() => void>();

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // storage may be blocked: the theme then lasts as long as the page
  }
}

const systemTheme = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** The theme on the screen. */
export const currentTheme = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? stored() ?? systemTheme();

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Called once before the first render. Follows the system while the user has not chosen, and choices in other tabs. */
export function startTheme(): void {
  apply(stored() ?? systemTheme());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (stored() === null) apply(systemTheme());
  });
  window.addEventListener("storage", ({ key }) => {
    if (key === storageKey || key === null) apply(stored() ?? systemTheme());
  });
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
  apply(theme);
}

/** Calls back whenever the theme changed; returns the untying. Canvases redraw here. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
