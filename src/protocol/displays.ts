/**
 * Display groups and their displays (spec 001 sections 2.4 to 2.7, 3 and 7). In the specification's calls a "layout" that is
 * made, changed or deleted is a display group, and its `layouts` are its displays. They are documents of the kind
 * "display_group" (documents.ts): refusals, revisions and news are theirs.
 */
import Type, { type Static, type TSchema } from "typebox";
import { type DocumentRefusal, mostPropertyChanges } from "./documents.ts";
import { route } from "./route.ts";
import { EpochMs, RequestKey, RowKey } from "./scalars.ts";

export const displayGroupKind = "display_group";
export const displayGroupVersion = 1;
/** The document that holds what each person has otherwise in Shared displays. */
export const displayViewsKind = "display_views";

/** Spec 001 sections 5 and 9; the areas of a display and the length of a template are limits of ours. */
export const displayLimits = {
  displays: 10,
  groupName: 50,
  displayName: 25,
  areas: 16,
  template: 1000,
  propertyName: 64,
} as const;

/** Of a Shared display these are each person's own: a change of one concerns who made it alone. */
export const viewProperties = ["viewDuration", "playbackSpeed", "isLinked"] as const;
export type ViewProperty = (typeof viewProperties)[number];

const letterPattern = "^[A-Za-z][A-Za-z0-9]{0,5}$";
/** A letter of the grid template, which is also the id of its window. */
export const AreaLetter = Type.String({ pattern: letterPattern });
/** Of the display within its group: never given to another one. */
export const DisplayId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** A kind of window; kinds that this version does not know are kept as they are. */
export const ComponentId = Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" });
/** Version of the kind's props: its steps from one to the next are the browser's. */
export const PropsVersion = Type.Integer({ minimum: 1, maximum: 10_000 });
export const WindowProps = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 });

/** What a person has otherwise than a Shared display has it. */
export const WindowView = Type.Object(
  {
    /** ms */
    viewDuration: Type.Optional(Type.Number({ minimum: 0, maximum: 1e12 })),
    playbackSpeed: Type.Optional(Type.Number({ minimum: 0, maximum: 1e6 })),
    isLinked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type WindowView = Static<typeof WindowView>;

const byId = <Schema extends TSchema>(schema: Schema) =>
  Type.Record(Type.String({ pattern: "^[1-9][0-9]{0,9}$" }), schema, {
    additionalProperties: false,
    maxProperties: 1000,
  });
/** By group, display and window; each member counts in place of the prop of its name. */
export const DisplayViews = byId(
  byId(
    Type.Record(Type.String({ pattern: letterPattern }), WindowView, {
      additionalProperties: false,
      maxProperties: 100,
    }),
  ),
);
export type DisplayViews = Static<typeof DisplayViews>;

export const DisplayArea = Type.Object({
  area: AreaLetter,
  componentId: ComponentId,
  version: PropsVersion,
  props: WindowProps,
});
export type DisplayArea = Static<typeof DisplayArea>;

export const Display = Type.Object({
  id: DisplayId,
  name: Type.String(),
  cssGridTemplate: Type.String(),
  areas: Type.Array(DisplayArea),
});
export type Display = Static<typeof Display>;

export const DisplayGroup = Type.Object({
  id: RowKey,
  name: Type.String(),
  /** "personal", or the workspace's name in lower case (`layoutType` of domain/displays.ts). */
  type: Type.String(),
  /** In the order of their tabs. */
  layouts: Type.Array(Display),
  revision: Type.Integer(),
  /** The caller's own, or one they shared. */
  is_own: Type.Boolean(),
  may_change: Type.Boolean(),
  /** Name of who changed it last; 'Unknown' when there is none. */
  changed_by: Type.String(),
  changed_at: EpochMs,
});
export type DisplayGroup = Static<typeof DisplayGroup>;

/** A display as it is sent: without an id it is a new one. */
export const DisplayForm = Type.Object({
  id: Type.Optional(DisplayId),
  name: Type.String({ maxLength: 200 }),
  cssGridTemplate: Type.String({ maxLength: displayLimits.template }),
  areas: Type.Array(
    Type.Object({
      area: AreaLetter,
      componentId: ComponentId,
      version: Type.Optional(PropsVersion),
      props: Type.Optional(WindowProps),
    }),
    { maxItems: 100 },
  ),
});
export type DisplayForm = Static<typeof DisplayForm>;

/**
 * The same as calls may have it: the template also as its rows, and ids of new displays may be whatever the caller made up, which the
 * answer has in its own.
 */
export const SentDisplay = Type.Object({
  ...DisplayForm.properties,
  id: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 100 })])),
  cssGridTemplate: Type.Union([
    DisplayForm.properties.cssGridTemplate,
    Type.Array(Type.Union([Type.Array(AreaLetter, { maxItems: 100 }), Type.String({ maxLength: 200 })]), {
      maxItems: 100,
    }),
  ]),
});
export type SentDisplay = Static<typeof SentDisplay>;

/** One property of a window becomes this; without a value it goes. */
export const WindowUpdate = Type.Object({
  display_id: DisplayId,
  /** The area's letter. */
  window_id: AreaLetter,
  /** What stands there, as the caller knows it, and the version of its props: another one is not written into. */
  componentId: ComponentId,
  version: PropsVersion,
  property_name: Type.String({ pattern: "^(?!__)[A-Za-z][A-Za-z0-9_]*$", maxLength: displayLimits.propertyName }),
  value: Type.Optional(Type.Unknown()),
});
export type WindowUpdate = Static<typeof WindowUpdate>;

const { display_id, window_id, componentId, version, property_name, value } = WindowUpdate.properties;
/** As calls may have it: absent, what stands there is written into, in the display that has such a window. */
export const SentWindowUpdate = Type.Object({
  window_id,
  property_name,
  value,
  display_id: Type.Optional(display_id),
  componentId: Type.Optional(componentId),
  version: Type.Optional(version),
});
export type SentWindowUpdate = Static<typeof SentWindowUpdate>;

/** Why a call about displays was refused, beside the reasons of all documents. */
export type DisplayRefusal =
  | DocumentRefusal
  /** More displays than a group may have. */
  | "too_many_displays"
  /** The grid template or its areas. */
  | "bad_layout"
  /** A body names a display that the group does not have. */
  | "display_not_found"
  /** Another kind of window stands there now, or none, or its props are of another version. */
  | "window_changed";

/** What a refusal of a save, or a deletion, from an older revision holds beside its sentence. */
export interface DisplayConflict {
  code: "document_changed";
  theirs: DisplayGroup;
  /** Of a save: what was to be saved. */
  yours?: { layout_id: number; revision: number; name: string; layouts: readonly SentDisplay[] };
}

const call = { needs: ["visualize_data"], refusals: "errorMessage", maxBodyBytes: 320 * 1024 } as const;

/** The version of the kind that the caller writes; absent: today's. What is read is always of today. */
const Version = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }));
/** That the caller read; absent: whatever it is now, the last save wins. */
const Revision = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }));
const Name = Type.String({ maxLength: 200 });
const LayoutType = Type.String({ maxLength: 200 });
/** More than there may be are told so in words, not as a body that is none. */
const Layouts = Type.Array(SentDisplay, { maxItems: 100 });

export const getLayouts = route("/v1/layouts/get_layouts", {
  ...call,
  summary: "Display groups that the caller may see: their own, and those shared in the workspace.",
  body: Type.Object({
    /** These only; one that is not seen is left out. */
    layout_ids: Type.Optional(Type.Array(RowKey, { maxItems: 100 })),
  }),
  answer: Type.Object({ layouts: Type.Array(DisplayGroup), views: DisplayViews }),
});

export const createLayout = route("/v1/layouts/create_layout", {
  ...call,
  summary: "Makes a display group, Personal or Shared; ids of its displays are given anew.",
  body: Type.Object({
    version: Version,
    name: Name,
    layouts: Layouts,
    layout_type: LayoutType,
    request_key: Type.Optional(RequestKey),
  }),
  answer: DisplayGroup,
});

export const modifyLayout = route("/v1/layouts/modify_layout", {
  ...call,
  summary:
    "Saves name and displays of a display group; one that says which revision it was made from is refused when there is a newer one.",
  body: Type.Object({
    version: Version,
    layout_id: RowKey,
    revision: Revision,
    name: Name,
    layouts: Layouts,
    layout_type: LayoutType,
  }),
  answer: DisplayGroup,
});

export const deleteLayout = route("/v1/layouts/delete_layout", {
  ...call,
  summary: "Deletes a display group; in the revision that the caller says, if it does.",
  body: Type.Object({ layout_id: RowKey, revision: Revision }),
  answer: Type.Object({}),
});

export const updateWindowProperties = route("/v1/layouts/update_window_properties", {
  ...call,
  summary:
    "Changes a property of a window, or several in a list, whatever the revision of their group: for each the last change counts.",
  body: Type.Object({
    version: Version,
    layout_id: RowKey,
    /** In place of the one that the other members say. */
    updates: Type.Optional(Type.Array(SentWindowUpdate, { minItems: 1, maxItems: mostPropertyChanges })),
    ...Type.Partial(Type.Pick(SentWindowUpdate, ["display_id", "window_id", "property_name", "value"])).properties,
  }),
  answer: DisplayGroup,
});
