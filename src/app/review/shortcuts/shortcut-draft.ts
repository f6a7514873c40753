/** The list of shortcuts while it is edited: pure. */
import { isSameDraft } from "../../../domain/annotations/draft-rules.ts";
import { customConfig } from "../../../domain/shortcuts/configs.ts";
import { newAnnotation } from "../../../protocol/annotations.ts";
import {
  newTemplate,
  type ShortcutConfig,
  type ShortcutForm,
  type ShortcutTemplate,
  type Triggers,
} from "../../../protocol/shortcuts.ts";

export type CustomConfig = ShortcutConfig & { readonly data: ShortcutTemplate };
export const isCustom = (config: ShortcutConfig): config is CustomConfig => config.data !== null;

/** One that is only being made: its id is temporary (spec 3). */
export function newCustom(configs: readonly ShortcutConfig[]): CustomConfig {
  const taken = new Set(configs.map(({ id }) => id));
  let number = 1;
  while (taken.has(`TEMP${number}`)) number++;
  const data = newTemplate(newAnnotation.text, newAnnotation.color, newAnnotation.opacity);
  return { ...customConfig({ id: `TEMP${number}`, triggers: [null, null], data }), data };
}

/** With it in the place of the one with its id, or behind all others. */
export function withConfig(configs: readonly ShortcutConfig[], next: ShortcutConfig): readonly ShortcutConfig[] {
  if (configs.every(({ id }) => id !== next.id)) return [...configs, next];
  return configs.map((config) => (config.id === next.id ? next : config));
}

export const withTriggers = (configs: readonly ShortcutConfig[], id: string, triggers: Triggers) =>
  configs.map((config) => (config.id === id ? { ...config, triggers } : config));

/** What of each is saved. */
const said = ({ id, action, triggers, data }: ShortcutConfig): ShortcutForm =>
  data === null ? { id, action, triggers } : { id, action, triggers, data };

export const isSameList = (a: readonly ShortcutConfig[], b: readonly ShortcutConfig[]): boolean =>
  JSON.stringify(a.map(said)) === JSON.stringify(b.map(said));

/**
 * The list as it is saved over what is there now. Custom annotations that were deleted there meanwhile are made anew: the reader chose
 * to keep this list.
 */
export function formsOf(configs: readonly ShortcutConfig[], now: readonly ShortcutConfig[]): ShortcutForm[] {
  const there = new Set(now.map(({ id }) => id));
  return configs
    .filter(({ editable }) => editable)
    .map((config) =>
      isCustom(config) && !there.has(config.id) ? { ...said(config), id: temporary(config.id) } : said(config),
    );
}

const temporary = (id: string): string => (id.startsWith("TEMP") ? id : `TEMP_${id}`);

/** Whether what was to be saved is what there is: only ids are others, which the server gives. */
export function isAsSaved(forms: readonly ShortcutForm[], now: readonly ShortcutConfig[]): boolean {
  const there = now.filter(({ editable }) => editable);
  return (
    there.length === forms.length &&
    there.every(({ id, data, triggers }, k) => {
      const form = forms[k];
      const isSame = data === null ? !form.data && form.id === id : !!form.data && isSameDraft(templateOf(form), data);
      return isSame && triggers.every((key, slot) => key === form.triggers[slot]);
    })
  );
}

const templateOf = ({ data }: ShortcutForm) => ({ kind: "note", ...data }) as ShortcutTemplate;
