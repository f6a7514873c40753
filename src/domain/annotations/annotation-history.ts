/** What an entry of an annotation's history changed. Pure. */
import type { AnnotationContent } from "../../protocol/annotations.ts";

/** An annotation at one moment, and the session it was in. */
export interface HistoryStand {
  readonly groupId: number;
  readonly content: AnnotationContent;
}

/** In the order in which they are told. */
export const historyFields = [
  ...(["title", "times", "description", "tags", "colour", "opacity"] as const),
  ...(["modalities", "kind", "window", "session"] as const),
] as const;
export type HistoryField = (typeof historyFields)[number];

const partOf = ({ groupId, content }: HistoryStand): Readonly<Record<HistoryField, unknown>> => ({
  title: content.annotation_text,
  times: [content.start_time, content.end_time],
  description: content.annotation_description,
  tags: content.tags,
  colour: content.color.toLowerCase(),
  opacity: content.opacity,
  modalities: content.modalities,
  kind: content.kind,
  window: content.annotation_type,
  session: groupId,
});

/** The parts in which two of them differ. */
export function changedFields(before: HistoryStand, after: HistoryStand): HistoryField[] {
  const [was, is] = [partOf(before), partOf(after)];
  return historyFields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
}
