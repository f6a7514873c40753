/**
 * One annotation of the page's table, as screens read it and as it is written. It is named by a ref: its id, or the negative number of the
 * change that makes it while the server has not acknowledged that yet.
 */
import type { AnnotationStyle } from "../../protocol/annotation-columns.ts";
import type { AnnotationContent, AnnotationPerson } from "../../protocol/annotations.ts";

/** Greater than 0: an id; less: the number of the change that makes it. */
export type AnnotationRef = number;

/** One annotation as screens read it. */
export interface AnnotationRow extends AnnotationContent {
  readonly ref: AnnotationRef;
  readonly group_id: number;
  /** 0: not acknowledged yet. */
  readonly revision: number;
  readonly timestamp: number;
  /** Null when the account is gone. */
  readonly person: AnnotationPerson | null;
  readonly isLoaded: boolean;
}

/** What is written of one. */
export interface AnnotationWrite {
  readonly ref: AnnotationRef;
  readonly groupId: number;
  readonly revision: number;
  readonly madeAt: number;
  readonly person: AnnotationPerson | null;
  readonly content: AnnotationContent;
  readonly isLoaded: boolean;
}

/** What many annotations have in common, of one of them. */
export const styleOf = ({
  annotation_type,
  modalities,
  color,
  opacity,
  tags,
  kind,
}: AnnotationStyle): AnnotationStyle => ({
  annotation_type,
  modalities,
  color,
  opacity,
  tags,
  kind,
});
