/**
 * Every action of a review that has a key: its words, where it is listed, the keys it has at first, and whether they may be changed
 * (spec 001 sections 2.24, 3 and 9). Which window can do it is the window's own business.
 */
import type { ShortcutSection, ShortcutTab, Triggers } from "../../protocol/shortcuts.ts";
import { shortcutTitles } from "../../protocol/text/shortcut-text.ts";

export type ActionId = keyof typeof shortcutTitles;

export interface ShortcutAction {
  readonly id: ActionId;
  readonly title: string;
  readonly section: ShortcutSection;
  readonly tab: ShortcutTab;
  readonly triggers: Readonly<Triggers>;
  /** False: the key has a modifier, which a key of one's own has not. */
  readonly editable: boolean;
  /** A key that is held does it again and again. */
  readonly repeats: boolean;
}

type Row = readonly [id: ActionId, triggers: Triggers, more?: { isFixed?: true; repeats?: true }];
const fixed = { isFixed: true } as const;
const repeats = { repeats: true } as const;
const fixedRepeats = { ...fixed, ...repeats } as const;

const navigation: readonly Row[] = [
  ["next_page", ["ArrowRight", "PageDown"], repeats],
  ["previous_page", ["ArrowLeft", "PageUp"], repeats],
  ["next_half_page", ["Shift+ArrowRight", null], fixedRepeats],
  ["previous_half_page", ["Shift+ArrowLeft", null], fixedRepeats],
  ["step_forward", [".", null], repeats],
  ["step_back", [",", null], repeats],
  ["go_to_start", ["Home", null]],
  ["go_to_end", ["End", null]],
  ["go_to_time", ["g", null]],
  ["zoom_in", ["+", "="], repeats],
  ["zoom_out", ["-", null], repeats],
  ["cursor_forward", [">", null], repeats],
  ["cursor_back", ["<", null], repeats],
  ["next_event", ["]", null], repeats],
  ["previous_event", ["[", null], repeats],
  ["next_match", ["}", null], repeats],
  ["previous_match", ["{", null], repeats],
];
const basic: readonly Row[] = [
  ["play_pause", [" ", null]],
  ["next_unreviewed", [null, null]],
  ["loop_event", [null, null]],
  ["loop_page", [null, null]],
  ["stop_loop", [null, null]],
  ["cancel_annotation", ["Escape", null]],
  ["undo", ["Mod+z", null], fixedRepeats],
  ["redo", ["Mod+y", "Mod+Shift+z"], fixedRepeats],
  ["show_shortcuts", ["?", null]],
  ["show_commands", ["Mod+k", null], fixed],
  ["edit_window_settings", [null, null]],
];
const tools: readonly Row[] = [
  ["measure", ["Shift+m", null], fixed],
  ["enter_annotate_mode", ["a", null]],
  ["enter_configure_mode", ["c", null]],
  ["more_sensitive", ["ArrowUp", null], repeats],
  ["less_sensitive", ["ArrowDown", null], repeats],
  ["more_sensitive_aux", ["Shift+ArrowUp", null], fixedRepeats],
  ["less_sensitive_aux", ["Shift+ArrowDown", null], fixedRepeats],
  ["fit_rows", ["f", null]],
  ["shade_long_pages", [null, null]],
  ["next_rows", ["Shift+PageDown", null], fixedRepeats],
  ["previous_rows", ["Shift+PageUp", null], fixedRepeats],
];

const listed = (section: ShortcutSection, rows: readonly Row[]): ShortcutAction[] =>
  rows.map(([id, triggers, more]) => ({
    id,
    title: shortcutTitles[id],
    section,
    tab: "General",
    triggers,
    editable: more?.isFixed !== true,
    repeats: more?.repeats === true,
  }));

/** In the order of the list. */
export const shortcutActions: readonly ShortcutAction[] = [
  ...listed("Navigation", navigation),
  ...listed("Basic", basic),
  ...listed("Tools", tools),
];

const byId = new Map<string, ShortcutAction>(shortcutActions.map((action) => [action.id, action]));

/** Undefined for an id that this version does not know. */
export const actionOf = (id: string): ShortcutAction | undefined => byId.get(id);

/** Entries that need the permission to create annotations (spec 2.24). */
export const mentionsAnnotation = (title: string): boolean => /annotation/i.test(title);
