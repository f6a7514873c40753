/** Changes of this page that the server has not answered, by their number and by the annotation they are of. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationAct } from "../../../protocol/annotation-log.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";

export interface PendingChange {
  readonly ref: AnnotationRef;
  readonly act: AnnotationAct["act"];
  /** Null: a deletion. */
  readonly content: AnnotationContent | null;
  readonly groupId: number | null;
}

export class PendingChanges {
  private readonly byNumber = new Map<number, PendingChange>();
  private readonly byRef = new Map<AnnotationRef, Set<number>>();

  get(number: number): PendingChange | undefined {
    return this.byNumber.get(number);
  }

  add(number: number, change: PendingChange): void {
    this.byNumber.set(number, change);
    const numbers = this.byRef.get(change.ref);
    if (numbers === undefined) this.byRef.set(change.ref, new Set([number]));
    else numbers.add(number);
  }

  /** Takes one out; undefined: it is not there. */
  take(number: number): PendingChange | undefined {
    const change = this.byNumber.get(number);
    if (change === undefined) return undefined;
    this.byNumber.delete(number);
    const numbers = this.byRef.get(change.ref);
    numbers?.delete(number);
    if (numbers?.size === 0) this.byRef.delete(change.ref);
    return change;
  }

  has(ref: AnnotationRef): boolean {
    return this.byRef.has(ref);
  }

  /** Takes out all of an annotation, in the order of their numbers. */
  takeAll(ref: AnnotationRef): PendingChange[] {
    return [...(this.byRef.get(ref) ?? [])].flatMap((number) => this.take(number) ?? []);
  }

  /** The annotation is known by another ref from now on. */
  rename(from: AnnotationRef, to: AnnotationRef): void {
    for (const number of [...(this.byRef.get(from) ?? [])]) {
      const change = this.take(number);
      if (change !== undefined) this.add(number, { ...change, ref: to });
    }
  }
}
