/** From a press of a key to what is done: in the active window only, never while something is typed (spec 001 sections 5, 6). */
import { triggersOf } from "../../../domain/shortcuts/keys.ts";
import type { ShortcutConfig } from "../../../protocol/shortcuts.ts";

const typing = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=spinbutton]";
/** Open menus, lists and dialogs have keys of their own; a toast is no dialog that is open. */
const busy = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const openDialog = "[role=dialog], [role=alertdialog]:not([aria-modal=false])";

/** True when a key belongs to the element it was pressed in, or to a dialog that is open. */
function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (event.defaultPrevented || event.isComposing) return true;
  if (target instanceof Element && target.closest(`${typing}, ${busy}`) !== null) return true;
  return document.querySelector(openDialog) !== null;
}

/** What a config does now. */
export interface Done {
  readonly run: () => void;
  /** A key that is held does it again and again. */
  readonly repeats: boolean;
}

export interface KeyDeps {
  /** Those that count now: with shortcuts turned off the one that leads to turning them on. */
  readonly configs: () => readonly ShortcutConfig[];
  /** Null: it cannot be done now, and the key is left to the browser. */
  readonly find: (config: ShortcutConfig) => Done | null;
}

/** Listens in the bubble phase, so that a widget which used a key keeps it to itself. Returns the untying. */
export function listenForShortcuts({ configs, find }: KeyDeps): () => void {
  const onKey = (event: KeyboardEvent) => {
    // On many keyboards [ ] ~ and others are typed with AltGr, which is Ctrl and Alt.
    const isAltGraph = event.getModifierState("AltGraph");
    if ((event.altKey && !isAltGraph) || isTaken(event)) return;
    const isMod = !isAltGraph && (event.ctrlKey || event.metaKey);
    for (const trigger of triggersOf({ key: event.key, shiftKey: event.shiftKey, isMod })) {
      const config = configs().find(({ triggers }) => triggers.includes(trigger));
      const done = config === undefined ? null : find(config);
      if (done === null) continue;
      event.preventDefault();
      if (!event.repeat || done.repeats) done.run();
      return;
    }
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
