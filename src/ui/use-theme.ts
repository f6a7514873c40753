import { useSyncExternalStore } from "react";
import { currentTheme, onThemeChange, type Theme } from "./theme.ts";

/** The theme on the screen, for components that show it. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme);
