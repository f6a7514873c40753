import Type, { type Static } from "typebox";
import { brokenDisplays } from "../../../domain/displays.ts";
import {
  AreaLetter,
  ComponentId,
  DisplayId,
  displayGroupKind,
  displayLimits,
  PropsVersion,
  WindowProps,
} from "../../../protocol/displays.ts";
import type { ContentProblem, DocumentKind } from "../kinds.ts";

const strict = { additionalProperties: false } as const;

const Content = Type.Object(
  {
    /** By id. Objects, not lists: single properties of windows are changed by their path. */
    displays: Type.Record(
      Type.String({ pattern: "^[1-9][0-9]{0,9}$" }),
      Type.Object(
        {
          name: Type.String(),
          cssGridTemplate: Type.String({ maxLength: displayLimits.template }),
          /** By letter. */
          areas: Type.Record(
            AreaLetter,
            Type.Object({ componentId: ComponentId, version: PropsVersion, props: WindowProps }, strict),
            { ...strict, maxProperties: 100 },
          ),
        },
        strict,
      ),
      { ...strict, maxProperties: 100 },
    ),
    /** Ids in the order of their tabs. */
    order: Type.Array(DisplayId, { maxItems: 100 }),
    /** Of the display that is made next: ids are not used twice. */
    next: DisplayId,
  },
  strict,
);
export type DisplayGroupContent = Static<typeof Content>;

/** A display group with its displays and the props of their windows; windows of kinds that nobody knows here are kept. */
export const displayGroup: DocumentKind = {
  kind: displayGroupKind,
  schema: Content,
  migrations: [],
  examples: [
    {
      displays: {
        "1": {
          name: "Overview",
          cssGridTemplate: '"a" 64% "b" 36%',
          areas: {
            a: { componentId: "eeg_montage", version: 1, props: { LFF: 1, HFF: 30, notch: 60 } },
            b: { componentId: "time_series_group", version: 1, props: {} },
          },
        },
        "3": {
          name: "Later",
          cssGridTemplate: '"a"',
          areas: { a: { componentId: "of_a_later_version", version: 7, props: { any: ["thing"] } } },
        },
      },
      order: [3, 1],
      next: 4,
    },
  ],
  scopes: ["Personal", "Shared"],
  needs: ["visualize_data"],
  own: null,
  properties: [["displays", "*", "areas", "*", "props", "*"]],
  problem: (content) => problemOf(content as DisplayGroupContent),
  limits: { bytes: 256 * 1024, perPerson: 30, shared: 60, name: displayLimits.groupName },
};

const problems = {
  count: { status: 409, code: "too_many_displays" },
  name: { status: 400, code: "bad_name" },
  layout: { status: 400, code: "bad_layout" },
} as const;

function problemOf({ displays, order, next }: DisplayGroupContent): ContentProblem | "bad" | null {
  const isSound =
    order.length === new Set(order).size &&
    order.length === Object.keys(displays).length &&
    order.every((id) => id in displays && id < next);
  if (!isSound) return "bad";
  const listed = order.map((id) => {
    const { areas, ...display } = displays[id];
    return { ...display, areas: Object.keys(areas).map((area) => ({ area })) };
  });
  const broken = brokenDisplays(listed);
  return broken === null ? null : { ...problems[broken.about], sentence: broken.message };
}
