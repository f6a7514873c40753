/** What a pointer over a plot does to annotations. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { type AnnotationContent, type AnnotationKind, newAnnotation } from "../../../protocol/annotations.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import type { EventMark } from "./event-mark.ts";
import type { AnnotationPointing, AnnotationState } from "./types.ts";
import { contentOf, type Writer, type WrittenChange } from "./writer.ts";

/** A new annotation from a time to another, in either order (spec 001 section 3: its defaults). */
export const newContent = (
  fromMs: number,
  toMs: number,
  window: string,
  kind: AnnotationKind = "note",
): AnnotationContent => ({
  start_time: Math.min(fromMs, toMs),
  end_time: Math.max(fromMs, toMs),
  annotation_text: kind === "artifact" ? annotationText.artifact : newAnnotation.text,
  annotation_type: window,
  annotation_description: "",
  modalities: [],
  color: newAnnotation.color,
  opacity: newAnnotation.opacity,
  tags: [],
  kind,
});

export interface PointingDeps {
  readonly state: AnnotationState;
  readonly table: AnnotationTable;
  /** The reader; null: nobody is signed in. */
  readonly userId: number | null;
  readonly writer: Pick<Writer, "create" | "writeAll" | "modifyAll" | "mayChange" | "mayCreate" | "refNow" | "stack">;
  /** While a time is being chosen no annotation is opened, made or moved. */
  readonly event: EventMark;
  tell(sentence: string): void;
}

export function makePointing({ state, table, userId, writer, event, tell }: PointingDeps): AnnotationPointing {
  // Who may change those of others does not write over what they said: it would go on under their name.
  const isOwn = (ref: AnnotationRef) =>
    userId !== null && table.get(writer.refNow(ref))?.person?.user_id === userId && writer.mayChange(ref);
  const isMaking = () => state.mode === "annotate_mode" && !state.isHidden && !event.state.isPicking;
  return {
    tool: () => (isMaking() && writer.mayCreate() ? state.tool : "cursor"),
    mayMove: (one) => isMaking() && writer.mayChange(one),
    setDraft(draft) {
      state.draft = draft;
    },
    make(fromMs, toMs, window, modalities = []) {
      state.draft = null;
      if (state.current === null) tell(annotationText.noSession);
      else if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) tell(annotationText.badInterval);
      else {
        const kind = state.marksArtifacts ? "artifact" : "note";
        const content = { ...newContent(fromMs, toMs, window, kind), modalities: [...modalities] };
        state.opened = writer.create(content, state.current);
        state.newStep = writer.stack.last?.number ?? 0;
      }
    },
    move(one, startMs, endMs) {
      state.draft = null;
      const row = table.get(writer.refNow(one));
      if (row === null) return;
      const [start_time, end_time] = [Math.min(startMs, endMs), Math.max(startMs, endMs)];
      writer.modifyAll([{ ref: one, content: { ...contentOf(row), start_time, end_time } }]);
    },
    isOwn,
    sayAll(sayings) {
      const changes = sayings.flatMap(({ content, said }): WrittenChange[] => {
        const own = said.filter(isOwn);
        const older = own.map((ref) => ({ ref, content: null }));
        // The newest counts: one that somebody has answered since is not written over, but made anew.
        return own[0] !== undefined && own[0] === said[0]
          ? [{ ref: own[0], content }, ...older.slice(1)]
          : [{ ref: null, content }, ...older];
      });
      const makes = changes.some(({ ref }) => ref === null);
      if (makes && !writer.mayCreate()) tell(annotationText.noPermission);
      else if (makes && state.current === null) tell(annotationText.noSession);
      else {
        writer.writeAll(changes, state.current);
        return true;
      }
      return false;
    },
    open(one) {
      if (event.state.isPicking) return;
      state.newStep = 0;
      state.opened = writer.refNow(one);
    },
  };
}
