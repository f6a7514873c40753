/** What this page does to annotations: at once here, then written down, then sent; and what the answers make of it. */
import type { AnnotationRef, AnnotationRow } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationAct, AnnotationChange, ChangeOutcome } from "../../../protocol/annotation-log.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import type { WriteQueue } from "../../unsent/write-queue.ts";
import { makeLeftMarks } from "./left-marks.ts";
import type { Mirror, OwnActs } from "./mirror-types.ts";
import { type PendingChange, PendingChanges } from "./pending-changes.ts";
import { makeRefusedChanges, truthOf } from "./refused-changes.ts";
import { openSendLanes } from "./send-lanes.ts";
import type { StoreDeps, Truth } from "./store-deps.ts";
import { type AnnotationRefused, type AnnotationState, type AnnotationStore, fileGroupId } from "./types.ts";
import { makeUndoActs } from "./undo-acts.ts";
import { isSameStand, type Stand, type UndoItem, type UndoStack } from "./undo-stack.ts";

/** What a person has written of it. */
export const contentOf = (row: AnnotationRow): AnnotationContent => ({
  start_time: row.start_time,
  end_time: row.end_time,
  annotation_text: row.annotation_text,
  annotation_type: row.annotation_type,
  annotation_description: row.annotation_description,
  modalities: row.modalities,
  color: row.color,
  opacity: row.opacity,
  tags: row.tags,
  kind: row.kind,
});
const standOf = (row: AnnotationRow | null): Stand | null =>
  row === null ? null : { groupId: row.group_id, content: contentOf(row) };

export interface WriterDeps extends StoreDeps {
  readonly state: Pick<AnnotationState, "refused" | "current" | "sessions">;
  readonly signal: AbortSignal;
  /** What is there; opened beside this. */
  mirror(): Mirror;
  changed(): void;
}

export interface WrittenChange {
  readonly ref: AnnotationRef | null;
  readonly content: AnnotationContent | null;
  /** Of one that is changed; absent: its own. */
  readonly groupId?: number;
}

export interface Writer
  extends OwnActs,
    Pick<
      AnnotationStore,
      | "mayChange"
      | "create"
      | "createAll"
      | "modifyAll"
      | "finish"
      | "remove"
      | "copy"
      | "deleteSessions"
      | "undo"
      | "redo"
      | "takeBack"
      | "dismiss"
      | "tryAgain"
      | "close"
    > {
  readonly stack: UndoStack;
  /** Makes (`ref` null), changes and deletes (`content` null), all as one step of Undo, whose number it returns; new ones go into a session. */
  writeAll(changes: readonly WrittenChange[], groupId: number | null): number;
  /** A step is on its way to the server. */
  isWithServer(): boolean;
  /** How many changes wait for the server, and whether it cannot be reached. */
  waiting(): Pick<AnnotationState, "unsent" | "isWaiting" | "waitingFor">;
  /** A change is not written down yet. */
  holdsPage(): boolean;
  mayCreate(): boolean;
  /** What an annotation of this page is known by now. */
  refNow(one: AnnotationRef): AnnotationRef;
  /** Sends what an earlier page of this person wrote down and could not send. */
  adoptQueues(): Promise<void>;
}

export function openWriter(deps: WriterDeps): Writer {
  const { queue: owner, me, state, signal, changed } = deps;
  const pending = new PendingChanges();
  const { perform, stack, isWithServer, undo, redo, takeBack, deleteSessions } = makeUndoActs({
    ...deps,
    standNow: (one) => standOf(deps.mirror().table.get(refNow(one))),
    act,
  });
  const { refuse, dismiss } = makeRefusedChanges({ state, tell: deps.tell, writeAgain });
  /** What the server has of those that wait. */
  const truths = new Map<AnnotationRef, { readonly truth: Truth | null; readonly sequence: number }>();
  /** Revisions of those that this page deleted. */
  const removedRevisions = new Map<AnnotationRef, number>();
  /** The last deletion of those that anybody deleted: what a restoration names. */
  const deletions = new Map<AnnotationRef, number>();
  /** Ids of annotations that this page made, by the refs they had before. */
  const ids = new Map<AnnotationRef, number>();
  const client = deps.newClient();
  const left = makeLeftMarks({ ...deps, newRef: () => -nextNumber(), identify });
  const lanes = openSendLanes({ ...deps, client, signal, changed, answered, adopted: left.show });
  let lastNumber = 0;

  function refNow(one: AnnotationRef): AnnotationRef {
    return ids.get(one) ?? one;
  }

  function mayChange(one: AnnotationRef): boolean {
    const row = deps.mirror().table.get(refNow(one));
    if (row === null || row.group_id === fileGroupId || owner === null || left.has(one)) return false;
    if (me !== null && row.person?.user_id === me.user_id) return deps.mayCreate() || deps.mayDeleteOthers();
    return deps.mayDeleteOthers();
  }

  /** Does a step here and queues it. */
  function act(items: readonly UndoItem[]): void {
    const changes: AnnotationChange[] = [];
    for (const { ref: named, before, after } of items) {
      const one = refNow(named);
      const row = deps.mirror().table.get(one);
      if (before === null && after === null) continue;
      if (after === null && row === null) continue;
      const number = one < 0 && before === null && !truths.has(one) && row === null ? -one : nextNumber();
      if (!truths.has(one)) truths.set(one, truthNow(row));
      const doing = actOf(one, number, row, after);
      changes.push({ number, act: doing });
      pending.add(number, {
        ...{ ref: one, act: doing.act, content: after?.content ?? null, groupId: after?.groupId ?? null },
      });
      if (after === null) deps.mirror().table.remove(one);
      else
        deps.mirror().table.write({
          ref: one,
          groupId: after.groupId,
          revision: row?.revision ?? 0,
          madeAt: row?.timestamp ?? deps.nowMs(),
          person: row === null ? me : row.person,
          content: after.content,
          isLoaded: row?.isLoaded ?? true,
        });
    }
    if (changes.length > 0) lanes.own?.add(changes);
    changed();
  }

  /** What the server has of an annotation that nothing waits for. */
  const truthNow = (row: AnnotationRow | null) =>
    row === null
      ? { truth: null, sequence: 0 }
      : {
          truth: {
            groupId: row.group_id,
            revision: row.revision,
            madeAt: row.timestamp,
            person: row.person,
            content: contentOf(row),
          },
          sequence: row.revision,
        };

  function actOf(one: AnnotationRef, number: number, row: AnnotationRow | null, after: Stand | null): AnnotationAct {
    const isOwnPending = pending.has(one);
    const target = one < 0 ? { made_by: -one } : { id: one };
    const revision = isOwnPending || one < 0 ? null : (row?.revision ?? deletions.get(one) ?? null);
    if (after === null) {
      return { act: "delete", target, revision };
    }
    const { groupId: group_id, content } = after;
    if (row !== null) return { act: "modify", target, revision, group_id, content };
    return number === -one
      ? { act: "create", group_id, content }
      : { act: "restore", target, revision, group_id, content };
  }
  /** Of a change, or of an annotation that is made: never used twice, also not by a page that begins at the same moment. */
  function nextNumber(): number {
    lastNumber++;
    return lastNumber;
  }

  function create(content: AnnotationContent, groupId: number): AnnotationRef {
    const one = -nextNumber();
    perform({ what: annotationText.acts.create(1), items: [{ ref: one, before: null, after: { groupId, content } }] });
    return one;
  }

  function createAll(contents: readonly AnnotationContent[], groupId: number, step: number): number {
    const items = contents.map((content) => ({ ref: -nextNumber(), before: null, after: { groupId, content } }));
    if (step === 0) return perform({ what: annotationText.acts.create(items.length), items });
    const begun = stack.find(step);
    if (begun === null) return 0;
    act(items);
    stack.grow(step, annotationText.acts.create(begun.items.length + items.length), items);
    changed();
    return step;
  }

  function writeAll(changes: readonly WrittenChange[], newGroup: number | null): number {
    const items = changes.flatMap(({ ref: named, content, groupId }): UndoItem[] => {
      if (named === null)
        return content === null || newGroup === null
          ? []
          : [{ ref: -nextNumber(), before: null, after: { groupId: newGroup, content } }];
      const one = refNow(named);
      const before = standOf(deps.mirror().table.get(one));
      if (before === null) return [];
      const after = content === null ? null : { groupId: groupId ?? before.groupId, content };
      return isSameStand(before, after) ? [] : [{ ref: one, before, after }];
    });
    const { acts } = annotationText;
    const isMade = items.every(({ before }) => before === null);
    return perform({ what: isMade ? acts.create(items.length) : acts.modify(items.length), items });
  }
  const modifyAll: Writer["modifyAll"] = (changes) => writeAll(changes, null);

  function finish(one: AnnotationRef, content: AnnotationContent, groupId: number, step: number): void {
    const items = stack.find(step)?.items ?? [];
    const before = standOf(deps.mirror().table.get(refNow(one)));
    const after = { groupId, content };
    if (before === null || items.length !== 1 || refNow(items[0].ref) !== refNow(one)) {
      modifyAll([{ ref: one, content, groupId }]);
      return;
    }
    if (isSameStand(before, after)) return;
    act([{ ref: one, before, after }]);
    stack.become(step, after);
    changed();
  }

  function remove(refs: readonly AnnotationRef[]): number {
    const items = refs.flatMap((named) => {
      const one = refNow(named);
      const before = standOf(deps.mirror().table.get(one));
      return before === null ? [] : [{ ref: one, before, after: null }];
    });
    return perform({ what: annotationText.acts.delete(items.length), items });
  }

  function copy(refs: readonly AnnotationRef[], groupId: number): number {
    const items = refs.flatMap((named) => {
      const found = standOf(deps.mirror().table.get(refNow(named)));
      return found === null ? [] : [{ ref: -nextNumber(), before: null, after: { groupId, content: found.content } }];
    });
    return perform({ what: annotationText.acts.copy(items.length), items });
  }

  function answered(lane: WriteQueue, change: AnnotationChange, outcome: ChangeOutcome): void {
    const waiting = lane === lanes.own ? pending.take(change.number) : undefined;
    if (waiting === undefined) {
      // Of a queue that an earlier page left: the log brings what it did.
      left.answered(change, outcome);
      if (outcome.outcome === "refused" && lane !== lanes.own)
        refuse(
          lane,
          change,
          outcome,
          "target" in change.act && "id" in change.act.target ? change.act.target.id : 0,
          contentIn(change.act),
        );
      return;
    }
    const one = refNow(waiting.ref);
    if (outcome.outcome === "done") done(one, waiting, outcome);
    else {
      const truth = outcome.theirs === undefined ? (truths.get(one)?.truth ?? null) : truthOf(outcome.theirs);
      // What was to be done to it after this one makes no sense without it; what the reader wrote last is what is offered again.
      const later = pending.takeAll(one);
      lane.drop(({ number, act }) => number !== change.number && targets(act, one));
      const last = later.at(-1);
      // What is kept of the refused one until somebody has read it is what was written last.
      if (last !== undefined && last.content !== null && last.groupId !== null && "content" in change.act)
        lane.keepInstead({ ...change, act: { ...change.act, content: last.content, group_id: last.groupId } });
      truths.delete(one);
      stack.forget(one);
      // It is gone, by itself or with its session: a session that comes back brings it.
      if (outcome.theirs === null) deps.mirror().table.leave(one);
      else deps.mirror().show(one, truth);
      refuse(lane, change, outcome, one, last === undefined ? waiting.content : last.content);
    }
    changed();
  }

  function done(
    one: AnnotationRef,
    { act, content, groupId }: PendingChange,
    { id, revision }: Extract<ChangeOutcome, { outcome: "done" }>,
  ): void {
    if (one < 0) identify(one, id);
    const { table } = deps.mirror();
    if (act === "delete") {
      removedRevisions.set(id, revision);
      deletions.set(id, Math.max(revision, deletions.get(id) ?? 0));
    }
    const shown = table.get(id);
    table.acknowledge(id, revision);
    const before = truths.get(id);
    if (!pending.has(id)) {
      truths.delete(id);
      // Its session was read anew meanwhile, as it was before this change.
      const isOlder = shown !== null && shown.revision < revision && content !== null && groupId !== null;
      if (isOlder && !isSameStand(standOf(shown), { groupId, content }))
        deps.mirror().show(id, { groupId, revision, madeAt: shown.timestamp, person: shown.person, content });
      // Somebody has changed it since, and was heard before this answer.
      if (before !== undefined && before.sequence > revision) deps.mirror().show(id, before.truth);
      return;
    }
    if (before !== undefined && before.sequence >= revision) return;
    // What waits still may be refused: then this is what stands.
    const row = table.get(id);
    const madeAt = row?.timestamp ?? before?.truth?.madeAt ?? deps.nowMs();
    const person = row === null ? (before?.truth?.person ?? me) : row.person;
    const truth = content === null || groupId === null ? null : { groupId, revision, madeAt, person, content };
    truths.set(id, { truth, sequence: revision });
  }

  /** The server has made an annotation of this page: it is known by its id from now on. */
  function identify(one: AnnotationRef, id: number): void {
    ids.set(one, id);
    pending.rename(one, id);
    const truth = truths.get(one);
    truths.delete(one);
    if (truth !== undefined) truths.set(id, truth);
    deps.mirror().table.rename(one, id);
  }

  const contentIn = (act: AnnotationAct) => ("content" in act ? act.content : null);
  const targets = (act: AnnotationAct, one: AnnotationRef) =>
    "target" in act && refNow("id" in act.target ? act.target.id : -act.target.made_by) === one;

  function writeAgain({ ref: one, mine }: AnnotationRefused, theirs: Truth | null, groupId: number | null): void {
    const { table } = deps.mirror();
    // One of a session that is not loaded is not in the table: as somebody else has made it, it is what is changed.
    if (theirs !== null && table.get(refNow(one)) === null) deps.mirror().show(refNow(one), theirs);
    if (mine === null) remove([one]);
    else if (table.get(refNow(one)) !== null) modifyAll([{ ref: one, content: mine }]);
    else if (groupId !== null) create(mine, groupId);
  }

  return {
    isOwn: (entry) => entry.client === client,
    isPending: (one) => truths.has(refNow(one)) || left.has(one),
    stack,
    isWithServer,
    deleteSessions,
    takeBack,
    claims(entry, truth) {
      const { id, sequence } = entry;
      if (entry.act === "delete") deletions.set(id, Math.max(sequence, deletions.get(id) ?? 0));
      // Its answer may be lost, or still on its way; which annotation it made is known already.
      const mine = entry.client === client && entry.number !== null ? pending.get(entry.number) : undefined;
      if (mine !== undefined) {
        if (mine.ref < 0) identify(mine.ref, id);
        truths.set(id, { truth, sequence });
        return true;
      }
      if ((removedRevisions.get(id) ?? 0) >= sequence) return true;
      if (!truths.has(id)) return false;
      truths.set(id, { truth, sequence });
      return true;
    },
    waiting: lanes.waiting,
    holdsPage: lanes.holdsPage,
    mayCreate: () => owner !== null && deps.mayCreate(),
    refNow,
    adoptQueues: lanes.adopt,
    mayChange,
    create,
    createAll,
    modifyAll,
    finish,
    writeAll,
    remove,
    copy,
    undo,
    redo,
    dismiss,
    tryAgain: lanes.tryAgain,
    close: lanes.close,
  };
}
