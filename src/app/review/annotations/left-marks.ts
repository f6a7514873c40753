/**
 * What an earlier page of this reader made and could not send: it is shown until the server has it, and cannot be changed before, as the
 * changes of another client are none that this page can name.
 */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationChange, ChangeOutcome } from "../../../protocol/annotation-log.ts";
import type { AnnotationPerson } from "../../../protocol/annotations.ts";
import type { Mirror } from "./mirror-types.ts";
import type { Stand } from "./undo-stack.ts";

export interface LeftMarksDeps {
  mirror(): Pick<Mirror, "table" | "views">;
  /** Never used for another one. */
  newRef(): AnnotationRef;
  /** One of the table is known by its id from now on. */
  identify(one: AnnotationRef, id: number): void;
  changed(): void;
  readonly me: AnnotationPerson | null;
  nowMs(): number;
}

export interface LeftMarks {
  /** Shows what these changes make, as the last of them leave it. */
  show(changes: readonly AnnotationChange[]): void;
  /** What is shown of the change becomes the server's, or goes. */
  answered(change: AnnotationChange, outcome: ChangeOutcome): void;
  has(ref: AnnotationRef): boolean;
}

export function makeLeftMarks({ mirror, newRef, identify, changed, me, nowMs }: LeftMarksDeps): LeftMarks {
  /** By the change that makes each. */
  const shown = new Map<AnnotationChange, AnnotationRef>();
  return {
    show(changes) {
      const made = new Map<number, { readonly by: AnnotationChange; readonly stand: Stand }>();
      for (const change of changes) {
        const { number, act } = change;
        if (act.act === "create") {
          made.set(number, { by: change, stand: { groupId: act.group_id, content: act.content } });
          continue;
        }
        const of = "made_by" in act.target ? act.target.made_by : null;
        const known = of === null ? undefined : made.get(of);
        if (of === null || known === undefined) continue;
        if (act.act === "delete") made.delete(of);
        else made.set(of, { by: known.by, stand: { groupId: act.group_id, content: act.content } });
      }
      const { table, views } = mirror();
      const sessions = new Set(views().map(({ id }) => id));
      for (const { by, stand } of made.values()) {
        if (!sessions.has(stand.groupId)) continue;
        const ref = newRef();
        shown.set(by, ref);
        table.write({ ...stand, ref, revision: 0, madeAt: nowMs(), person: me, isLoaded: true });
      }
    },
    answered(change, outcome) {
      const ref = shown.get(change);
      if (ref === undefined) return;
      shown.delete(change);
      const { table } = mirror();
      if (outcome.outcome !== "done") table.remove(ref);
      else {
        // The log may have brought it before the answer, and what became of it since: that stands.
        const brought = table.get(outcome.id);
        identify(ref, outcome.id);
        if (brought === null) table.acknowledge(outcome.id, outcome.revision);
        else {
          const { group_id: groupId, revision, timestamp: madeAt, person, isLoaded } = brought;
          table.write({ ref: outcome.id, groupId, revision, madeAt, person, isLoaded, content: brought });
        }
      }
      changed();
    },
    has: (ref) => [...shown.values()].includes(ref),
  };
}
