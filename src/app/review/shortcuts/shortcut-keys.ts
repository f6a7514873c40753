/** From a press of a key to what is done: in the active window only, never while something is typed (spec 001 sections 5, 6). */
import { triggersOf } from "../../../domain/shortcuts/keys.ts";
import type { ShortcutConfig } from "../../../protocol/shortcuts.ts";

const typing = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=spinbutton]";
/** Nothing is typed in these; of all keys they have few. */
const switched = "input[type=checkbox], input[type=radio]";
const ofSwitched: ReadonlySet<string> = new Set([" ", "Enter"]);
const ofRadio: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
/** Open menus, lists and dialogs have keys of their own; a toast is no dialog that is open. */
const busy = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const openDialog = "[role=dialog], [role=alertdialog]:not([aria-modal=false])";

/** True when a key belongs to the element it was pressed in, or to a dialog that is open. */
export function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (event.defaultPrevented || event.isComposing) return true;
  if (target instanceof Element) {
    if (target.closest(busy) !== null) return true;
    if (target.matches(switched) ? isOfSwitched(target, event.key) : target.closest(typing) !== null) return true;
  }
  return document.querySelector(openDialog) !== null;
}

const isOfSwitched = (target: Element, key: string): boolean =>
  ofSwitched.has(key) || (target.matches("[type=radio]") && ofRadio.has(key));

/** On many keyboards [ ] ~ and others are typed with AltGr, which is Ctrl and Alt, and on a Mac with Option, which is Alt. */
export function isThirdSign(event: KeyboardEvent): boolean {
  if (event.getModifierState("AltGraph")) return true;
  const isAltAlone = event.altKey && !event.ctrlKey && !event.metaKey;
  return isAltAlone && /mac/i.test(navigator.userAgent) && [...event.key].length === 1;
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
    const isThird = isThirdSign(event);
    if ((event.altKey && !isThird) || isTaken(event)) return;
    const isMod = !isThird && (event.ctrlKey || event.metaKey);
    const { key, shiftKey } = event;
    // The third sign of a key is not what stands in its place.
    const code = isThird ? "" : event.code;
    for (const trigger of triggersOf({ key, code, shiftKey, isMod })) {
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
