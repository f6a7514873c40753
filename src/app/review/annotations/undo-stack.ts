/** Undo and redo: steps of what annotations were before and after an act. Not React, no network. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";

/** An annotation as an act found or left it. */
export interface Stand {
  readonly groupId: number;
  readonly content: AnnotationContent;
}

/** Null: there was, or is, none. */
export interface UndoItem {
  readonly ref: AnnotationRef;
  readonly before: Stand | null;
  readonly after: Stand | null;
}

/** A session as its deletion found it. */
export interface DeletedSession {
  readonly id: number;
  readonly name: string;
  /** Annotations that it held. */
  readonly count: number;
  /** Whether its annotations were drawn and listed, and whether it was the one that is written to. */
  readonly wasLoaded: boolean;
  readonly wasCurrent: boolean;
}

export interface UndoStep {
  /** Tells it from all others of the page. */
  readonly number: number;
  /** What was done, in words. */
  readonly what: string;
  readonly items: readonly UndoItem[];
  /** Of a step about sessions, which has no items: they were deleted, or brought back; null: of annotations. */
  readonly sessions: { readonly act: "delete" | "restore"; readonly of: readonly DeletedSession[] } | null;
}

/** So many steps are kept. */
const most = 200;

export class UndoStack {
  private readonly done: UndoStep[] = [];
  private readonly undone: UndoStep[] = [];

  push(step: UndoStep): void {
    this.done.push(step);
    if (this.done.length > most) this.done.shift();
    this.undone.length = 0;
  }

  /** A step that was done and not taken back; null: it was, or is not kept any more. */
  find(number: number): UndoStep | null {
    return this.done.find((step) => step.number === number) ?? null;
  }

  /** More was done as a part of a step that is kept. */
  grow(number: number, what: string, items: readonly UndoItem[]): void {
    const at = this.done.findIndex((step) => step.number === number);
    if (at >= 0) this.done[at] = { ...this.done[at], what, items: [...this.done[at].items, ...items] };
  }

  /** What a step of one annotation left is written on as a part of it. */
  become(number: number, after: Stand): void {
    const at = this.done.findIndex((step) => step.number === number);
    if (at >= 0) this.done[at] = { ...this.done[at], items: this.done[at].items.map((item) => ({ ...item, after })) };
  }

  /** What Undo would take back; null: nothing. */
  get last(): UndoStep | null {
    return this.done.at(-1) ?? null;
  }

  /** What Redo would do again. */
  get next(): UndoStep | null {
    return this.undone.at(-1) ?? null;
  }

  /** A step was taken back. Where others were done meanwhile it cannot be done again, as ever after a new act. */
  back({ number }: UndoStep): void {
    const at = this.done.findIndex((step) => step.number === number);
    if (at < 0) return;
    const [step] = this.done.splice(at, 1);
    if (at === this.done.length) this.undone.push(step);
  }

  /** A step was done again; it is the last one, whatever was done meanwhile. */
  again(step: UndoStep): void {
    const at = this.undone.findIndex(({ number }) => number === step.number);
    if (at >= 0) this.undone.splice(at, 1);
    this.done.push(step);
  }

  /** An act of this annotation was refused: steps of it would take back what never was. */
  forget(ref: AnnotationRef): void {
    for (const steps of [this.done, this.undone])
      for (let k = steps.length - 1; k >= 0; k--) {
        const items = steps[k].items.filter((item) => item.ref !== ref);
        if (steps[k].sessions !== null) continue;
        if (items.length === 0) steps.splice(k, 1);
        else if (items.length < steps[k].items.length) steps[k] = { ...steps[k], items };
      }
  }
}

/** The step that takes this one back. */
export const inverse = ({ number, what, items, sessions }: UndoStep): UndoStep => ({
  number,
  what,
  sessions: sessions === null ? null : { of: sessions.of, act: sessions.act === "delete" ? "restore" : "delete" },
  items: items.map(({ ref, before, after }) => ({ ref, before: after, after: before })).reverse(),
});

const membersOf = ({ groupId, content }: Stand) => [
  groupId,
  content.start_time,
  content.end_time,
  content.annotation_text,
  content.annotation_type,
  content.annotation_description,
  content.modalities,
  content.color,
  content.opacity,
  content.tags,
  content.kind,
];

/** The same annotation in the same session. */
export const isSameStand = (one: Stand | null, other: Stand | null): boolean =>
  one === null || other === null ? one === other : JSON.stringify(membersOf(one)) === JSON.stringify(membersOf(other));
