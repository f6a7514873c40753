/** What can be asked for by a key or in the palette, and what stands against it now. */
import { type ActionId, actionOf, shortcutActions } from "../../../domain/shortcuts/actions.ts";
import type { ShortcutConfig } from "../../../protocol/shortcuts.ts";
import { shortcutText, shortcutTitles } from "../../../protocol/text/shortcut-text.ts";
import { chooseSetting, currentSettings } from "../../documents/index.ts";
import { holds } from "../../session/index.ts";
import { annotationActions, matchWalk } from "./annotation-actions.ts";
import type { Done } from "./shortcut-keys.ts";
import { shortcutUi } from "./shortcut-ui.ts";
import { activeWindow, windowReason } from "./window-actions.ts";

const { palette } = shortcutText;

export interface Command {
  readonly id: string;
  readonly title: string;
  /** Where it stands in the list. */
  readonly section: string;
  readonly triggers: readonly (string | null)[];
  /** Why it cannot be done now; null: it can. */
  readonly reason: string | null;
  readonly run: () => void;
}

const nothing = () => {};
/** Done anywhere in a review. */
const general: Partial<Record<ActionId, () => void>> = {
  show_shortcuts: () => {
    shortcutUi.isDialogOpen = true;
  },
  show_commands: () => {
    shortcutUi.isPaletteOpen = true;
  },
};
/** Offered only where somebody keeps annotations. */
const ofAnnotations: ReadonlySet<ActionId> = new Set([
  "cancel_annotation",
  "undo",
  "redo",
  "enter_annotate_mode",
  "enter_configure_mode",
  "next_match",
  "previous_match",
]);

/** Whether keys count at all (spec 6: "globally enabled or disabled"). */
export const areKeysOn = (): boolean => currentSettings().shortcuts !== "off";
export const turnKeys = (to: "on" | "off"): void => chooseSetting("shortcuts", to);

/** How an action of the table is done now; null: not at all. */
function runOf(id: ActionId): (() => void) | null {
  const annotations = annotationActions();
  if (id === "next_match" || id === "previous_match") {
    const walk = matchWalk();
    return walk === null ? null : () => walk(id === "next_match" ? 1 : -1);
  }
  if (id === "undo") return annotations?.undo() ?? null;
  if (id === "redo") return annotations?.redo() ?? null;
  if (id === "cancel_annotation") return annotations?.isInProgress() ? () => annotations.cancel() : null;
  if (id === "enter_annotate_mode" || id === "enter_configure_mode")
    return annotations === null
      ? null
      : () => annotations.enterMode(id === "enter_annotate_mode" ? "annotate_mode" : "configure_mode");
  return general[id] ?? activeWindow()?.actions[id] ?? null;
}

/** What a config does at a press of its key; null: nothing now. */
export function doneBy(config: ShortcutConfig): Done | null {
  const action = actionOf(config.action);
  if (action !== undefined) {
    const run = runOf(action.id);
    return run === null ? null : { run, repeats: action.repeats };
  }
  const annotations = annotationActions();
  const { id, data } = config;
  if (annotations === null || data === null || !holds("create_annotations")) return null;
  return { run: () => annotations.updateMarkers({ shortcutId: id, template: data }), repeats: false };
}

/** Why an action of the table cannot be done now; undefined: it is not offered. */
function reasonOf(id: ActionId): string | null | undefined {
  if (ofAnnotations.has(id)) return runOf(id) === null ? undefined : null;
  if (general[id] !== undefined) return null;
  const here = activeWindow();
  if (here === null) return palette.noWindow;
  return here.actions[id] === undefined ? palette.notHere(here.title) : windowReason(here, id);
}

/**
 * All there is, what cannot be done now behind what can, each with the reason: who searches for an action learns that it exists. Those of annotations are
 * left out while nobody keeps any.
 */
export function allCommands(configs: readonly ShortcutConfig[]): Command[] {
  const keys = new Map(configs.map((config) => [config.id, config.triggers]));
  const listed = shortcutActions.flatMap(({ id, title, section }): Command[] => {
    const reason = id === "show_commands" ? undefined : reasonOf(id);
    if (reason === undefined) return [];
    return [{ id, title, section, triggers: keys.get(id) ?? [], reason, run: runOf(id) ?? nothing }];
  });
  const isOn = areKeysOn();
  listed.push({
    id: "turn_shortcuts",
    title: isOn ? shortcutText.turnOff : shortcutText.turnOn,
    section: actionOf("show_shortcuts")?.section ?? "",
    triggers: [],
    reason: null,
    run: () => turnKeys(isOn ? "off" : "on"),
  });
  if (annotationActions() !== null)
    for (const config of configs) {
      if (config.data === null) continue;
      const { id, section, triggers, data } = config;
      const title = palette.markAnnotation(data.annotation_text);
      const done = doneBy(config);
      listed.push({
        ...{ id, title, section, triggers },
        reason: done === null ? shortcutText.noPermission : null,
        run: done?.run ?? nothing,
      });
    }
  return listed.toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null));
}

/** The title of an entry of the list: of a custom annotation its own. */
export const titleOf = ({ action, data }: Pick<ShortcutConfig, "action" | "data">): string =>
  data?.annotation_text ?? shortcutTitles[action as ActionId] ?? action;
