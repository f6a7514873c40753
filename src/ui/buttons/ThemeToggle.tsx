import { Moon, Sun } from "lucide-react";
import type { Theme } from "../theme.ts";
import { useTheme } from "../use-theme.ts";
import { IconButton } from "./IconButton.tsx";

export interface ThemeToggleProps {
  toDark: string;
  toLight: string;
  tone?: "quiet" | "nav";
  onChoose: (theme: Theme) => void;
}

/** Switches between the light and the dark theme. */
export function ThemeToggle({ toDark, toLight, tone = "quiet", onChoose }: ThemeToggleProps) {
  const isDark = useTheme() === "dark";
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? toLight : toDark}
      tone={tone}
      size="medium"
      onPress={() => onChoose(isDark ? "light" : "dark")}
    />
  );
}
