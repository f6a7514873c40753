/** What an annotation and a session's name may be (spec 001 sections 5 and 8): by these lists the screen warns and the server refuses. */
import { AnnotationContent, annotationLimits } from "../../protocol/annotations.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { Rule } from "../people/rules.ts";
import { withoutUnseen } from "../unseen.ts";

const { rules } = annotationServerText;

/** Of the recording, epoch ms. */
export interface RecordingRange {
  readonly start_ms: number;
  readonly end_ms: number;
}

type Texts = Pick<AnnotationContent, "annotation_text" | "annotation_description" | "tags">;
type Interval = Pick<AnnotationContent, "start_time" | "end_time">;

/** Without halves of characters and zeros, which no database takes. */
const isStorable = (text: string): boolean => !/[\p{Cs}\0]/u.test(text);
const isFilled = (text: string): boolean => withoutUnseen(text).trim() !== "";

export const titleRules: readonly Rule<Pick<Texts, "annotation_text">>[] = [
  [({ annotation_text }) => isFilled(annotation_text), rules.titleEmpty, "title"],
  [({ annotation_text }) => annotation_text.length <= annotationLimits.title, rules.titleTooLong, "title"],
  [({ annotation_text }) => isStorable(annotation_text), rules.unreadable, "title"],
];

export const descriptionRules: readonly Rule<Pick<Texts, "annotation_description">>[] = [
  [
    ({ annotation_description }) => annotation_description.length <= annotationLimits.description,
    rules.descriptionTooLong,
    "description",
  ],
  [({ annotation_description }) => isStorable(annotation_description), rules.unreadable, "description"],
];

export const tagRules: readonly Rule<Pick<Texts, "tags">>[] = [
  [({ tags }) => tags.length <= annotationLimits.tags, rules.tagsTooMany, "tags"],
  [({ tags }) => tags.every(isFilled), rules.tagEmpty, "tags"],
  [({ tags }) => tags.every((tag) => tag.length <= annotationLimits.tag), rules.tagTooLong, "tags"],
  [({ tags }) => new Set(tags).size === tags.length, rules.tagTwice, "tags"],
  [({ tags }) => tags.every(isStorable), rules.unreadable, "tags"],
];

/** Start and end may be equal, and lie in the recording, its ends included. */
export const intervalRules = ({ start_ms, end_ms }: RecordingRange): readonly Rule<Interval>[] => [
  [
    ({ start_time, end_time }) => Number.isFinite(start_time) && Number.isFinite(end_time) && start_time <= end_time,
    rules.interval,
    "interval",
  ],
  [({ start_time, end_time }) => start_time >= start_ms && end_time <= end_ms, rules.interval, "interval"],
];

const lookRules: readonly Rule<AnnotationContent>[] = [
  [({ color }) => /^#[0-9A-Fa-f]{6}$/.test(color), rules.look, "color"],
  [({ opacity }) => opacity >= 0 && opacity <= 1, rules.look, "opacity"],
  [
    ({ annotation_type }) => annotation_type.length <= annotationLimits.window && isStorable(annotation_type),
    rules.look,
  ],
  [
    ({ modalities }) =>
      modalities.length <= annotationLimits.modalities &&
      modalities.every((one) => one !== "" && one.length <= annotationLimits.modality && isStorable(one)),
    rules.look,
    "modalities",
  ],
];

const contentMembers = Object.keys(AnnotationContent.properties);
/** Of what is kept of it, as JSON in UTF-8; of a part of a content, the bytes of that part. */
const bytesOf = (content: Partial<AnnotationContent>): number =>
  new TextEncoder().encode(JSON.stringify(content, contentMembers)).length;
/** Every list and text within its limit may still be too much together. */
export const sizeRules: readonly Rule<Partial<AnnotationContent>>[] = [
  [(content) => bytesOf(content) <= annotationLimits.contentBytes, rules.tooLarge, "modalities"],
];

/** All that is asked of an annotation of a recording, in the order in which it is said. */
export const annotationRules = (range: RecordingRange): readonly Rule<AnnotationContent>[] => [
  ...titleRules,
  ...descriptionRules,
  ...tagRules,
  ...intervalRules(range),
  ...lookRules,
  ...sizeRules,
];

/** What is stored of a typed name of a session: nothing white around it, characters composed, so that equal looks are equal. */
export const sessionName = (typed: string): string => withoutUnseen(typed).trim().normalize("NFC");

const ofAnyCase = (name: string) => sessionName(name).toLowerCase();

/** Whether one of the other sessions has the name, as typed: who reads a list takes "Night" and "night" for one. */
export const isSessionNameTaken = (name: string, others: readonly string[]): boolean =>
  others.some((other) => ofAnyCase(other) === ofAnyCase(name));

/** `name` as typed; `others`: names of the recording's other sessions. */
export const sessionNameRules: readonly Rule<{ name: string; others: readonly string[] }>[] = [
  [({ name }) => isFilled(name), rules.sessionEmpty],
  [({ name }) => sessionName(name).length <= annotationLimits.groupName, rules.sessionTooLong],
  [({ name }) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(sessionName(name)), rules.unreadable],
  [({ name, others }) => !isSessionNameTaken(name, others), rules.sessionTwice],
];
