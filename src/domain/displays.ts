/**
 * What a display group and its displays may be, and what people do with them (spec 001 sections 2.4 to 2.7, 4 and 5). The
 * screen refuses by these rules before it asks, and the server by the same ones.
 */
import { type DisplayForm, displayLimits } from "../protocol/displays.ts";
import { displaysText } from "../protocol/text/displays-text.ts";
import { documentsText } from "../protocol/text/documents-text.ts";
import { lettersOf, readGrid } from "./layout.ts";
import { isPlain, tidy } from "./people/admin-rules.ts";
import { firstBroken, type Rule } from "./people/rules.ts";

const { refused } = displaysText;

/** What stands in an area that nobody chose a window for (spec 2.7). */
export const placeholderKind = "placeholder";

/** What a call says of where a group is kept: "personal", or the workspace's name in lower case. */
export function layoutType(scope: "Personal" | "Shared", workspaceName: string): string {
  if (scope === "Personal") return "personal";
  const name = workspaceName.trim().toLowerCase();
  // Of a workspace of that very name the two would be one.
  return name === "personal" ? "shared" : name;
}

const isName = (name: string, most: number): boolean => {
  const kept = tidy(name);
  return kept !== "" && [...kept].length <= most && isPlain(kept);
};

export const groupNameRules: readonly Rule<string>[] = [
  [(name) => isName(name, displayLimits.groupName), documentsText.refused.badName(displayLimits.groupName)],
];
export const displayNameRules: readonly Rule<string>[] = [
  [(name) => isName(name, displayLimits.displayName), refused.displayName],
];

type Checked = Pick<DisplayForm, "name" | "cssGridTemplate"> & { readonly areas: readonly { readonly area: string }[] };

/** Letters of a template; null when it is none. A pinwheel is one: it is drawn as a plain grid. */
function lettersIn(template: string): string[] | null {
  const grid = readGrid(template);
  return "problem" in grid ? null : lettersOf(grid);
}

const isGrid = (template: string): boolean => {
  const grid = readGrid(template);
  return !("problem" in grid) || grid.problem === "torn";
};

/** Each names what it is about: "name" or "layout". */
export const displayRules: readonly Rule<Checked>[] = [
  [({ name }) => isName(name, displayLimits.displayName), refused.displayName, "name"],
  [({ cssGridTemplate }) => cssGridTemplate.length <= displayLimits.template, refused.gridTemplate, "layout"],
  [({ cssGridTemplate }) => isGrid(cssGridTemplate), refused.gridTemplate, "layout"],
  [({ cssGridTemplate, areas }) => hasItsAreas(cssGridTemplate, areas), refused.gridAreas, "layout"],
  [({ areas }) => areas.length <= displayLimits.areas, refused.tooManyAreas, "layout"],
];

function hasItsAreas(template: string, areas: Checked["areas"]): boolean {
  const letters = lettersIn(template);
  const given = new Set(areas.map(({ area }) => area));
  return letters !== null && letters.length === areas.length && letters.every((letter) => given.has(letter));
}

/** The first thing that is wrong with the displays of a group, in their order. */
export function brokenDisplays(
  displays: readonly Checked[],
): { message: string; about: "count" | "name" | "layout" } | null {
  if (displays.length > displayLimits.displays) return { message: refused.tooManyDisplays, about: "count" };
  for (const display of displays) {
    const broken = firstBroken(displayRules, display);
    if (broken !== undefined) return { message: broken.message, about: broken.field === "name" ? "name" : "layout" };
  }
  return null;
}

/** "{name} (copy)", of a name that is cut so that it fits. */
export function copyName(name: string, most: number): string {
  const room = most - [...displaysText.copyOf("")].length;
  return displaysText.copyOf([...tidy(name)].slice(0, room).join("").trimEnd());
}

/** The displays of a group after somebody did something with them, or why that cannot be. */
export type EditedDisplays = { readonly layouts: readonly DisplayForm[] } | { readonly refused: string };

/** With another one behind them. */
export function withDisplay(layouts: readonly DisplayForm[], added: DisplayForm): EditedDisplays {
  if (layouts.length >= displayLimits.displays) return { refused: refused.tooManyDisplays };
  const broken = firstBroken(displayRules, added);
  return broken === undefined ? { layouts: [...layouts, added] } : { refused: broken.message };
}

/**
 * With a copy right behind the one with this id; a blank name is the usual one of a copy. `seen`: the display as its reader sees it, where that may
 * not be what is kept.
 */
export function withCopy(
  layouts: readonly DisplayForm[],
  id: number,
  name: string,
  seen?: DisplayForm,
): EditedDisplays {
  const at = layouts.findIndex((display) => display.id === id);
  if (at < 0) return { refused: refused.layoutNotFound(id) };
  const { id: _, ...kept } = layouts[at];
  const original = seen === undefined ? kept : { ...kept, cssGridTemplate: seen.cssGridTemplate, areas: seen.areas };
  const named = tidy(name) === "" ? copyName(original.name, displayLimits.displayName) : tidy(name);
  const copied = { ...original, name: named };
  const edited = withDisplay(layouts, copied);
  return "refused" in edited ? edited : { layouts: layouts.toSpliced(at + 1, 0, copied) };
}

/** Renamed; a blank or unchanged name changes nothing: the same list is answered. */
export function withName(layouts: readonly DisplayForm[], id: number, name: string): EditedDisplays {
  const named = tidy(name);
  if (named === "" || layouts.every((display) => display.id !== id || display.name === named)) return { layouts };
  const broken = firstBroken(displayNameRules, named);
  if (broken !== undefined) return { refused: broken.message };
  return { layouts: layouts.map((display) => (display.id === id ? { ...display, name: named } : display)) };
}

export const withoutDisplay = (layouts: readonly DisplayForm[], id: number): readonly DisplayForm[] =>
  layouts.filter((display) => display.id !== id);

/** With the display at another place; `to` counts from 0. */
export function withOrder(layouts: readonly DisplayForm[], id: number, to: number): readonly DisplayForm[] {
  const moved = layouts.find((display) => display.id === id);
  return moved === undefined ? layouts : withoutDisplay(layouts, id).toSpliced(to, 0, moved);
}

/** Over another template: windows keep their areas, new areas are empty (spec 4, "Edit display"). */
export function withTemplate(display: DisplayForm, cssGridTemplate: string): DisplayForm {
  const letters = lettersIn(cssGridTemplate) ?? [];
  const known = new Map(display.areas.map((each) => [each.area, each]));
  return {
    ...display,
    cssGridTemplate,
    areas: letters.map((area) => known.get(area) ?? { area, componentId: placeholderKind, version: 1, props: {} }),
  };
}
