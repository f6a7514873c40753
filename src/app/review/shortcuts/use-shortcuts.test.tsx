// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { type Drawn, draw } from "../../../ui/test-render.tsx";
import { shortcutUi } from "./shortcut-ui.ts";
import { useShortcutKeys } from "./use-shortcuts.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

function Keys() {
  useShortcutKeys();
  return null;
}
const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

it("does nothing for keys that are typed while the palette is on its way", async () => {
  drawn = await draw(<Keys />);
  shortcutUi.isPaletteOpen = true;
  press("?");
  expect(shortcutUi.isDialogOpen).toBe(false);
  shortcutUi.isPaletteOpen = false;
  press("?");
  expect(shortcutUi.isDialogOpen).toBe(true);
});
