import { useEffect } from "react";
import { areKeysOn, doneBy } from "./commands.ts";
import { listenForShortcuts } from "./shortcut-keys.ts";
import { openShortcuts, shortcutConfigs, useShortcutState } from "./shortcut-store.ts";
import { shortcutUi } from "./shortcut-ui.ts";

/** Keeps the reader's shortcuts while a review is open. Whether it is known what they are. */
export function useShortcutsKnown(): boolean {
  useEffect(openShortcuts, []);
  return useShortcutState().status !== "loading";
}

/** The way to the list of actions counts also while keys are off: it leads to turning them on. */
const always: ReadonlySet<string> = new Set(["show_commands"]);

/** Keys of the review, as long as it is on the screen. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const unlisten = listenForShortcuts({
      configs() {
        // What is typed before the palette is drawn, whose code may still be on its way, is meant for it.
        if (shortcutUi.isDialogOpen || shortcutUi.isPaletteOpen) return [];
        return areKeysOn() ? shortcutConfigs() : shortcutConfigs().filter(({ id }) => always.has(id));
      },
      find: doneBy,
    });
    return () => {
      unlisten();
      Object.assign(shortcutUi, { isDialogOpen: false, isPaletteOpen: false });
    };
  }, []);
}
