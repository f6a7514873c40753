/** What an annotation may be while it is edited (spec 001 section 5, "Annotations"): the dialog and the templates of shortcuts go by it. */
import { type AnnotationContent, annotationLimits as limits } from "../../protocol/annotations.ts";
import type { ShortcutTemplate } from "../../protocol/shortcuts.ts";
import { annotationEditText as words } from "../../protocol/text/annotation-edit-text.ts";
import { firstFailure, type Rule } from "../people/rules.ts";
import { descriptionRules, sizeRules, tagRules as tagListRules, titleRules } from "./annotation-rules.ts";

/** A tag as it is kept: trimmed, in lower case, without white space. "" for a blank one. */
export const tidyTag = (typed: string): string => typed.normalize("NFC").toLowerCase().replace(/\s+/gu, "");

/** Of a tag that is added; both sides as they are kept. */
const tagRules: readonly Rule<{ tag: string; tags: readonly string[] }>[] = [
  [({ tag }) => tag.length <= limits.tag, words.tagTooLong],
  [({ tag, tags }) => !tags.some((each) => tidyTag(each) === tag), words.tagThere],
];

/** Adds what was typed; a blank one is ignored. */
export function addTag(tags: readonly string[], typed: string): { tags: readonly string[]; problem: string | null } {
  const tag = tidyTag(typed);
  if (tag === "") return { tags, problem: null };
  const problem = firstFailure(tagRules, { tag, tags }) ?? null;
  return { tags: problem === null ? [...tags, tag] : tags, problem };
}

export const isDescriptionTooLong = (description: string): boolean => description.length > limits.description;
export const isTagsTooMany = (tags: readonly string[]): boolean => tags.length > limits.tags;

type Written = Pick<AnnotationContent, "annotation_text" | "annotation_description" | "tags" | "modalities">;

const channelRules: readonly Rule<Written>[] = [
  [({ modalities }) => modalities.length <= limits.modalities, words.tooManyModalities, "modalities"],
  ...sizeRules,
];
/** What is wrong with the channels, or with all of it together: no field of its own says so. */
export const channelProblem = (draft: Written): string | null => firstFailure(channelRules, draft) ?? null;

/** Those by which the server refuses, in the order they are told. */
const writtenRules: readonly Rule<Written>[] = [...titleRules, ...descriptionRules, ...tagListRules, ...channelRules];
/** Whether what is written can be saved. */
export const isWrittenFine = (draft: Written): boolean => firstFailure(writtenRules, draft) === undefined;

/** What is wrong with the template of a shortcut; null: nothing. */
export const templateProblem = (template: ShortcutTemplate): string | null =>
  firstFailure(writtenRules, template) ?? null;

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** Of a span; a point has nothing to compare. `isPicker`: the picker's own words. */
export function intervalProblem({ startMs, endMs }: Interval, isPoint: boolean, isPicker = false): string | null {
  if (isPoint) return null;
  if (startMs > endMs) return words.startAfterEnd;
  if (startMs === endMs) return isPicker ? words.startEqualsEndInPicker : words.startEqualsEnd;
  return null;
}

/** Switched to Point the end is the start, once it is saved. */
export const savedInterval = ({ startMs, endMs }: Interval, isPoint: boolean): Interval => ({
  startMs,
  endMs: isPoint ? startMs : endMs,
});

/** Whether two drafts say the same; modalities in whatever order. */
export function isSameDraft<Draft extends Written & Pick<AnnotationContent, "color" | "opacity">>(
  a: Draft,
  b: Draft,
): boolean {
  const said = ({ modalities, color, ...rest }: Draft) =>
    JSON.stringify([Object.entries(rest).toSorted(), color.toLowerCase(), modalities.toSorted()]);
  return said(a) === said(b);
}
