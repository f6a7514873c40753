/** From a display of the server to what the workspace opens. */
import { defaultDisplay } from "../../../domain/default-display.ts";
import { parseLayout, readGrid } from "../../../domain/layout.ts";
import type { DisplayForm, DisplayViews } from "../../../protocol/displays.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { DisplayDocument, WindowDocument } from "../workspace-types.ts";
import type { Chosen } from "./display-store-types.ts";

/** Null: its template is none (the server refuses such ones), so nothing can be shown. */
export function documentOf(display: DisplayForm, own: DisplayViews[string][string] = {}): DisplayDocument | null {
  const parsed = parseLayout(display.cssGridTemplate);
  const grid = "tree" in parsed ? null : readGrid(display.cssGridTemplate);
  const tree = "tree" in parsed ? parsed.tree : grid !== null && "cells" in grid ? grid : null;
  if (tree === null) return null;
  const areas: Record<string, WindowDocument> = Object.fromEntries(
    display.areas.map(({ area, componentId, version = 1, props = {} }) => [
      area,
      { componentId, version, props: { ...props, ...own[area] } },
    ]),
  );
  return { tree, areas, spans: {} };
}

/** What a person has otherwise in a display. */
export const ownOf = (views: DisplayViews, { group, display }: Chosen) =>
  display === null ? undefined : views[group]?.[display];

/** What a review of a file opens with where there is no display group. */
export const openingDocument = (recording: Pick<RecordingDetail, "groups">): DisplayDocument =>
  documentOf(defaultDisplay(recording)) ?? { tree: "a", areas: {}, spans: {} };

/** What of a display is its structure: template, and which kind stands where. */
export const structureOf = ({ cssGridTemplate, areas }: DisplayForm): string =>
  JSON.stringify([cssGridTemplate, areas.map(({ area, componentId }) => [area, componentId]).toSorted()]);
