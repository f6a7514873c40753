/** A display group as the specification's calls carry it, and as its document holds it. */
import { layoutType } from "../../domain/displays.ts";
import { lettersOf, readGrid } from "../../domain/layout.ts";
import type { DisplayGroup, SentDisplay } from "../../protocol/displays.ts";
import type { Document } from "../../protocol/documents.ts";
import { displaysText } from "../../protocol/text/displays-text.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import type { DisplayGroupContent } from "../documents/index.ts";
import { refuse } from "./refusals.ts";

/** "Personal" or "Shared" of the `layout_type` of a call. @throws Refused 400 */
export function scopeOf(type: string, workspaceName: string): "Personal" | "Shared" {
  const given = type.trim().toLowerCase();
  for (const scope of ["Personal", "Shared"] as const) if (given === layoutType(scope, workspaceName)) return scope;
  throw refuse(400, "bad_scope", documentsText.refused.badScope);
}

/** @throws Error for a content that is damaged */
export function groupOf(document: Document, workspaceName: string): DisplayGroup {
  const { displays, order } = document.content as DisplayGroupContent;
  const { id, name, scope, revision, is_own, may_change, changed_by, changed_at } = document;
  return {
    id,
    name,
    type: layoutType(scope === "Personal" ? scope : "Shared", workspaceName),
    layouts: order.map((each) => {
      const { areas, ...display } = displays[each];
      const letters = inPlace(display.cssGridTemplate, Object.keys(areas));
      return { id: each, ...display, areas: letters.map((area) => ({ area, ...areas[area] })) };
    }),
    revision,
    is_own,
    may_change,
    changed_by,
    changed_at,
  };
}

/** From the top left on: documents keep the windows of a display by their letters, in no order of their own. */
function inPlace(template: string, letters: readonly string[]): readonly string[] {
  const grid = readGrid(template);
  const placed = "problem" in grid ? [] : lettersOf(grid).filter((letter) => letters.includes(letter));
  return [...placed, ...letters.filter((letter) => !placed.includes(letter))];
}

/** Rows of a template as the text that is kept. */
const templateOf = (sent: SentDisplay["cssGridTemplate"]): string =>
  typeof sent === "string"
    ? sent
    : sent.map((row) => `"${typeof row === "string" ? row.replaceAll('"', "") : row.join(" ")}"`).join(" ");

/**
 * What is kept of the displays of a call. Those with an id are of the group as it is; the others are new and get one.
 * `before`: null for a new group, where ids are given anew. `isSure`: the caller knows the group as it is, and names no display that it
 * does not have. @throws Refused 400, 404
 */
export function contentOf(
  layouts: readonly SentDisplay[],
  before: DisplayGroupContent | null,
  isSure = false,
): DisplayGroupContent {
  const displays: DisplayGroupContent["displays"] = {};
  const order: number[] = [];
  let next = before?.next ?? 1;
  for (const { id, name, cssGridTemplate, areas } of layouts) {
    const isKnown = id !== undefined && before !== null && Object.hasOwn(before.displays, id);
    if (isSure && id !== undefined && !isKnown)
      throw refuse(404, "display_not_found", displaysText.refused.layoutNotFound(id));
    if (new Set(areas.map(({ area }) => area)).size < areas.length)
      throw refuse(400, "bad_layout", displaysText.refused.gridAreas);
    const own = isKnown ? Number(id) : next++;
    order.push(own);
    displays[own] = {
      name: name.trim().normalize("NFC"),
      cssGridTemplate: templateOf(cssGridTemplate),
      areas: Object.fromEntries(
        areas.map(({ area, componentId, version = 1, props = {} }) => [area, { componentId, version, props }]),
      ),
    };
  }
  return { displays, order, next };
}
