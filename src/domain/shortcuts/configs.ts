/** What a person's document of shortcuts holds, as the configs of the calls, and the way back (spec 001 sections 3, 5 and 7). */
import { newAnnotation } from "../../protocol/annotations.ts";
import {
  customAction,
  type ShortcutConfig,
  type ShortcutForm,
  type ShortcutTemplate,
  shortcutLimits,
  type Triggers,
} from "../../protocol/shortcuts.ts";
import { shortcutText } from "../../protocol/text/shortcut-text.ts";
import { templateProblem } from "../annotations/draft-rules.ts";
import { actionOf, shortcutActions } from "./actions.ts";
import { keyProblem } from "./keys.ts";

export interface CustomShortcut {
  readonly id: string;
  readonly triggers: Readonly<Triggers>;
  readonly data: ShortcutTemplate;
}

export interface StoredShortcuts {
  /** Of actions that have other keys than at first. Those of actions that this version does not know are kept. */
  readonly triggers: Readonly<Record<string, Readonly<Triggers>>>;
  readonly custom: readonly CustomShortcut[];
  /** Number of the custom annotation that is made next: ids are not used twice. */
  readonly next: number;
}

/** As it is at first. */
export const firstShortcuts: StoredShortcuts = { triggers: {}, custom: [], next: 1 };

/** Whether an id is one that stands for a custom annotation until the server gives another (spec 3). */
export const isTemporaryId = (id: string): boolean => id.startsWith("ann_") || id.startsWith("TEMP");

/** The config of a custom annotation. */
export const customConfig = ({ id, triggers, data }: CustomShortcut): ShortcutConfig => ({
  id,
  action: customAction,
  section: "Custom Annotations",
  tab: "Annotations",
  triggers: [...triggers],
  data,
  editable: true,
  deletable: true,
});

/** All of them, in the order of the list: a key that was chosen counts before one that an action has at first. */
export function configsOf({ triggers, custom }: StoredShortcuts): ShortcutConfig[] {
  const chosen = new Set([
    ...shortcutActions.flatMap(({ id }) => triggers[id] ?? []),
    ...custom.flatMap((each) => each.triggers),
  ]);
  const free = (key: string | null) => (key !== null && chosen.has(key) ? null : key);
  return [
    ...shortcutActions.map(({ id, section, tab, editable, triggers: [primary, secondary] }) => ({
      id,
      action: id,
      section,
      tab,
      triggers: [...(triggers[id] ?? ([free(primary), free(secondary)] satisfies Triggers))] as Triggers,
      data: null,
      editable,
      deletable: false,
    })),
    ...custom.map(customConfig),
  ];
}

const isSame = (a: Readonly<Triggers>, b: Readonly<Triggers>) => a[0] === b[0] && a[1] === b[1];
const keysOf = (triggers: Readonly<Triggers>) => triggers.filter((key) => key !== null);

export interface ShortcutProblem {
  readonly code: "bad_shortcut" | "too_many_shortcuts";
  readonly sentence: string;
}
const bad = (sentence: string): ShortcutProblem => ({ code: "bad_shortcut", sentence });

/** What is wrong with a document; null: nothing. */
export const shortcutsProblem = (stored: StoredShortcuts): ShortcutProblem | null => configsProblem(configsOf(stored));

/** What is wrong with a list of configs; null: nothing. The first, in this order. */
function configsProblem(configs: readonly ShortcutConfig[]): ShortcutProblem | null {
  const { refused } = shortcutText;
  if (configs.filter(({ data }) => data !== null).length > shortcutLimits.custom)
    return { code: "too_many_shortcuts", sentence: refused.tooMany(shortcutLimits.custom) };
  if (new Set(configs.map(({ id }) => id)).size < configs.length) return bad(refused.twice);
  for (const own of configs) {
    const action = actionOf(own.id);
    const keys = keysOf(own.triggers);
    if (action !== undefined && !action.editable && !isSame(own.triggers, action.triggers)) return bad(refused.fixed);
    if (own.data !== null && keys.length === 0) return bad(refused.noKey);
    if (own.data !== null && templateProblem(own.data) !== null) return bad(refused.template);
    if (action?.editable === false) continue;
    const [first, second] = own.triggers;
    if (first !== null && first === second) return bad(shortcutText.inUse(first));
    for (const key of keys) {
      const problem = keyProblem({ key, own, configs });
      if (problem !== null) return bad(problem);
    }
  }
  return null;
}

const templateOf = (sent: NonNullable<ShortcutForm["data"]>): ShortcutTemplate => ({
  annotation_text: sent.annotation_text,
  annotation_description: sent.annotation_description ?? "",
  modalities: sent.modalities ?? [],
  color: sent.color ?? newAnnotation.color,
  opacity: sent.opacity ?? newAnnotation.opacity,
  tags: sent.tags ?? [],
  kind: sent.kind ?? "note",
});

/** The document that a save makes of the present one. */
export function withConfigs(
  now: StoredShortcuts,
  forms: readonly ShortcutForm[],
): StoredShortcuts | { readonly problem: ShortcutProblem } {
  const { refused } = shortcutText;
  if (new Set(forms.map(({ id }) => id)).size < forms.length) return { problem: bad(refused.twice) };
  const known = new Set(now.custom.map(({ id }) => id));
  const triggers = { ...now.triggers };
  const custom: CustomShortcut[] = [];
  let { next } = now;
  for (const { id, action, triggers: keys, data } of forms) {
    if (action === customAction) {
      if (!data || !(known.has(id) || isTemporaryId(id))) return { problem: bad(refused.unknownAction) };
      custom.push({ id: known.has(id) ? id : `custom_${next++}`, triggers: [...keys], data: templateOf(data) });
      continue;
    }
    const own = actionOf(id);
    if (own === undefined || action !== id) return { problem: bad(refused.unknownAction) };
    if (isSame(keys, own.triggers)) delete triggers[id];
    else triggers[id] = [...keys];
  }
  // Against the keys that actions not named have now: a save takes no key from where it is in silence.
  const named = new Map(forms.map((form) => [form.id, form.triggers]));
  const after = configsOf(now)
    .filter(({ data }) => data === null)
    .map((config) => ({ ...config, triggers: named.get(config.id) ?? config.triggers }));
  const problem = configsProblem([...after, ...custom.map(customConfig)]);
  return problem === null ? { triggers, custom, next } : { problem };
}
