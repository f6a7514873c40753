import Type from "typebox";
import { DisplayViews, displayViewsKind } from "../../../protocol/displays.ts";
import type { DocumentKind } from "../kinds.ts";

/** Span, speed and link of windows of Shared displays, as one person has them: the display itself stays as it is. */
export const displayViews: DocumentKind = {
  kind: displayViewsKind,
  schema: Type.Object({ groups: DisplayViews }, { additionalProperties: false }),
  migrations: [],
  examples: [{ groups: { "12": { "1": { a: { viewDuration: 30_000, playbackSpeed: 10, isLinked: true } } } } }],
  scopes: ["Personal"],
  needs: ["visualize_data"],
  own: { groups: {} },
  properties: [
    ["groups", "*"],
    ["groups", "*", "*"],
    ["groups", "*", "*", "*"],
    ["groups", "*", "*", "*", "*"],
  ],
  limits: { bytes: 128 * 1024, perPerson: 1, shared: 0, name: 0 },
};
