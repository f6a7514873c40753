/**
 * Keyboard shortcuts of one person (spec 001 sections 2.24, 3, 5 and 7): a document of the kind "keyboard_shortcuts", of which
 * everybody has one. Which actions there are is said in domain/shortcuts/actions.ts; what a person made besides are keys of custom
 * annotations, each with a template of the annotation that it makes.
 */
import Type, { type Static } from "typebox";
import { AnnotationContent, annotationLimits } from "./annotations.ts";
import type { DocumentRefusal } from "./documents.ts";
import { route } from "./route.ts";
import { EpochMs, TextOrNull } from "./scalars.ts";

export const shortcutsKind = "keyboard_shortcuts";
export const shortcutsVersion = 1;

/** Spec 001 section 9. */
export const shortcutTabs = ["General", "Annotations"] as const;
export type ShortcutTab = (typeof shortcutTabs)[number];
export const shortcutSections = ["Navigation", "Basic", "Tools", "Data Reporting", "Custom Annotations"] as const;
export type ShortcutSection = (typeof shortcutSections)[number];
/** Of every shortcut, in this order. */
export const triggerTypes = ["Primary", "Secondary"] as const;
/** What the key of a custom annotation does; it is no action that has a key of its own. */
export const customAction = "update_custom_annotation_markers";

/** Limits of ours: the specification names none. */
export const shortcutLimits = { custom: 200, id: 64, key: 32 } as const;

/** `KeyboardEvent.key`, letters in lower case; fixed ones may have "Shift+", "Mod+" (Ctrl, on a Mac Cmd) or "Mod+Shift+" before it. */
const TriggerKey = Type.Unsafe<string | null>({
  type: ["string", "null"],
  minLength: 1,
  maxLength: shortcutLimits.key,
});
/** Exactly two slots, null if empty. */
export const Triggers = Type.Unsafe<Triggers>(Type.Array(TriggerKey, { minItems: 2, maxItems: 2 }));
export type Triggers = [string | null, string | null];

const { annotation_text, annotation_description, modalities, color, opacity, tags, kind } =
  AnnotationContent.properties;
/** What an annotation has that is made by a custom shortcut. */
export const ShortcutTemplate = Type.Object(
  { annotation_text, annotation_description, modalities, color, opacity, tags, kind },
  { additionalProperties: false },
);
export type ShortcutTemplate = Static<typeof ShortcutTemplate>;

/** The same as it is sent: what is left out is as a new annotation has it (spec 001 section 3), and what else one has may come along and does not count. */
export const ShortcutTemplateForm = Type.Object({
  annotation_text,
  annotation_description: Type.Optional(annotation_description),
  modalities: Type.Optional(modalities),
  color: Type.Optional(color),
  opacity: Type.Optional(opacity),
  tags: Type.Optional(tags),
  kind: Type.Optional(kind),
});

const Id = Type.String({ minLength: 1, maxLength: shortcutLimits.id, pattern: "^[A-Za-z0-9_.:-]+$" });
const choice = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

export const ShortcutConfig = Type.Object({
  /** The action's own; of a custom annotation one that the server gave. */
  id: Id,
  action: Type.String(),
  section: choice(shortcutSections),
  tab: choice(shortcutTabs),
  triggers: Triggers,
  /** Of a custom annotation. */
  data: Type.Union([ShortcutTemplate, Type.Null()]),
  editable: Type.Boolean(),
  deletable: Type.Boolean(),
});
export type ShortcutConfig = Static<typeof ShortcutConfig>;

/** One of a save; of a custom annotation that is new, `id` begins with "ann_" or "TEMP" and another one is given. */
export const ShortcutForm = Type.Object({
  id: Id,
  action: Type.String({ maxLength: shortcutLimits.id }),
  triggers: Triggers,
  data: Type.Optional(Type.Union([ShortcutTemplateForm, Type.Null()])),
});
export type ShortcutForm = Static<typeof ShortcutForm>;

export const KeyboardShortcuts = Type.Object({
  configs: Type.Array(ShortcutConfig),
  /** A save may name it; 0: nothing was ever changed. */
  revision: Type.Integer({ minimum: 0 }),
  changed_by: TextOrNull,
  /** Epoch ms; null: never. */
  changed_at: Type.Union([EpochMs, Type.Null()]),
});
export type KeyboardShortcuts = Static<typeof KeyboardShortcuts>;

/** Why a call about shortcuts was refused; with the sentence in `errorMessage`, as the member `code`. */
export type ShortcutRefusal = DocumentRefusal | "bad_shortcut" | "too_many_shortcuts";

/** What a refusal of a save from an older revision holds beside its sentence. */
export interface ShortcutConflict {
  code: "document_changed";
  theirs: KeyboardShortcuts;
}

const call = { needs: ["visualize_data"], refusals: "errorMessage" } as const;

export const getKeyboardShortcuts = route("/v1/keyboard_shortcuts/get_keyboard_shortcuts", {
  ...call,
  summary: "The caller's keyboard shortcuts: every action with its keys, and keys of custom annotations.",
  body: Type.Object({}),
  answer: KeyboardShortcuts,
});

export const updateKeyboardShortcuts = route("/v1/keyboard_shortcuts/update_keyboard_shortcuts", {
  ...call,
  summary:
    "Saves the caller's keyboard shortcuts. Actions that are not named keep their keys; custom annotations that are not named go.",
  maxBodyBytes: 512 * 1024,
  body: Type.Object({
    /** Absent: today's. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    /** That the caller read; absent: whatever it is now, the last save wins. */
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    configs: Type.Array(ShortcutForm, { maxItems: 1000 }),
  }),
  answer: KeyboardShortcuts,
});

export const resetKeyboardShortcuts = route("/v1/keyboard_shortcuts/reset_keyboard_shortcuts", {
  ...call,
  summary: "Makes the caller's keyboard shortcuts what they are at first; custom annotations go.",
  body: Type.Object({}),
  answer: KeyboardShortcuts,
});

/** What the field of a new custom annotation begins with. */
export const newTemplate = (text: string, color: string, opacity: number): ShortcutTemplate => ({
  annotation_text: text.slice(0, annotationLimits.title),
  annotation_description: "",
  modalities: [],
  color,
  opacity,
  tags: [],
  kind: "note",
});
