/** Keys of the review: they act in the active window only and never while something is typed (spec 001 sections 5, 6). */

/** Actions by `KeyboardEvent.key`; with "Shift+" before it where shift changes what a key does. */
export type ShortcutTarget = Readonly<Record<string, () => void>>;

const typing = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=spinbutton]";
/** Open menus, lists and dialogs have keys of their own. */
const busy = "[role=dialog], [role=menu], [role=listbox]";

/** True when a key belongs to the element it was pressed in. */
function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return event.defaultPrevented || (target instanceof Element && target.closest(`${typing}, ${busy}`) !== null);
}

/**
 * Listens in the bubble phase, so that a widget which used a key keeps it to itself. `active` gives the actions of the
 * active window, or null. Returns the untying.
 */
export function listenForShortcuts(active: () => ShortcutTarget | null): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    const actions = active();
    const act = (event.shiftKey ? actions?.[`Shift+${event.key}`] : undefined) ?? actions?.[event.key];
    if (act === undefined) return;
    event.preventDefault();
    // A held Space would play and pause as fast as keys repeat; held arrows go on turning pages.
    if (event.repeat && event.key === " ") return;
    act();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
