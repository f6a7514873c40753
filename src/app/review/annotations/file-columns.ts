/** Annotations of the file itself as a session that nobody changes. */
import { cutText } from "../../../domain/cut-text.ts";
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import { annotationLimits } from "../../../protocol/annotations.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { fileGroupId } from "./types.ts";

/** Refs of the file's annotations begin here: no row of the server's has such an id. */
export const firstFileRef = 2 ** 31;

/** What a title cannot hold stands in the description. */
const shortened = (text: string) =>
  text.length <= annotationLimits.title ? text : `${cutText(text, annotationLimits.title - 1)}…`;

/** Columns of them, in the order of the file. */
export function fileColumns(annotations: readonly FileAnnotation[]): AnnotationColumns {
  const count = annotations.length;
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const title = Uint32Array.from(annotations, ({ text }) => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = texts.push(text) - 1;
      numbers.set(text, number);
    }
    return number;
  });
  return {
    annotation_group_id: fileGroupId,
    sequence: 0,
    next_after_id: null,
    titles: texts.map(shortened),
    descriptions: texts.map((text) => (text.length <= annotationLimits.title ? "" : text)),
    styles: [{ annotation_type: "", modalities: [], color: "#808080", opacity: 0.2, tags: [], kind: "note" }],
    people: [],
    count,
    starts: Float64Array.from(annotations, ({ start_time }) => start_time),
    ends: Float64Array.from(annotations, ({ end_time }) => end_time),
    madeAt: new Float64Array(count),
    revisions: new Float64Array(count),
    ids: Uint32Array.from(annotations, (_, k) => firstFileRef + k),
    title,
    description: title,
    style: new Uint32Array(count),
    person: new Uint32Array(count),
  };
}
