/** Changes of annotations: those of a client's queue, and the specification's calls as views of the same. */
import type { AnnotationTarget, ChangeOutcome, changeAnnotations } from "../../protocol/annotation-log.ts";
import type {
  AnnotationRefusal,
  addAnnotation,
  deleteAnnotations,
  modifyAnnotation,
} from "../../protocol/annotations.ts";
import { annotationLimits, newAnnotation } from "../../protocol/annotations.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { onlyOne, recordingsOfAnnotations, recordingsOfGroups } from "./access.ts";
import { type Act, Acts, type Result, roomOf } from "./acts.ts";
import { annotationOf, byId, peopleOf } from "./contents.ts";
import { noAnnotation, refuse } from "./refusals.ts";
import { readKnown, readStart, writeActs } from "./store.ts";
import { type AnnotationDeps, type Writing, write } from "./write.ts";

const { refused } = annotationServerText;

interface Order {
  /** Null: of the specification's calls. */
  readonly client: string | null;
  readonly changes: readonly { readonly number: number | null; readonly act: Act }[];
  /** All of them or none. */
  readonly isWhole: boolean;
}

/** Does the changes of a client's queue. @throws Refused 404, 429; what is wrong with a change is its outcome */
export async function changeQueued(
  deps: AnnotationDeps,
  caller: Caller,
  { data_object_id, client, changes, is_whole }: BodyOf<typeof changeAnnotations>,
): Promise<AnswerOf<typeof changeAnnotations>> {
  const order = { client, changes, isWhole: is_whole === true };
  const work = async (writing: Writing) => {
    const { results, sequence } = await carryOut(writing, order);
    const outcomes = await outcomesOf(writing.tx, changes, results);
    return { answer: { outcomes, sequence }, sequence };
  };
  return write(deps, caller, data_object_id, work, changes.length);
}

/** @throws Refused 400, 403, 404, 409, 429 */
export async function addOne(
  deps: AnnotationDeps,
  caller: Caller,
  { annotation_group_id, annotation }: BodyOf<typeof addAnnotation>,
): Promise<AnswerOf<typeof addAnnotation>> {
  const content = {
    ...{ annotation_type: "", annotation_description: "", modalities: [], tags: [] },
    ...{ color: newAnnotation.color, opacity: newAnnotation.opacity, kind: "note" as const },
    ...annotation,
  };
  const [{ recordingId }] = await recordingsOfGroups(deps.db, caller.session, [annotation_group_id]);
  const [done] = await demandDone(deps, caller, recordingId, [
    { act: "create", group_id: annotation_group_id, content },
  ]);
  return done;
}

/** What the call does not say of the annotation stays as it is. @throws as `addOne` */
export async function modifyOne(
  deps: AnnotationDeps,
  caller: Caller,
  { annotation }: BodyOf<typeof modifyAnnotation>,
): Promise<AnswerOf<typeof modifyAnnotation>> {
  const { id, group_id, revision, kind, ...content } = annotation;
  const [{ recordingId }] = await recordingsOfAnnotations(deps.db, caller.session, [id]);
  const [done] = await demandDone(deps, caller, recordingId, async ({ tx, head, editor }) => {
    const [now] = await readKnown(tx, head.recordingId, [id], editor.userId);
    if (now === undefined) throw noAnnotation();
    const after = { ...content, kind: kind ?? now.content.kind };
    return [
      { act: "modify", target: { id }, revision: revision ?? "any", group_id: group_id ?? now.groupId, content: after },
    ];
  });
  return { revision: done.revision };
}

/** @throws as `addOne` */
export async function deleteMany(
  deps: AnnotationDeps,
  caller: Caller,
  { annotation_ids }: BodyOf<typeof deleteAnnotations>,
): Promise<AnswerOf<typeof deleteAnnotations>> {
  const ids = [...new Set(annotation_ids)];
  if (ids.length === 0) return {}; // whoever deletes a session without annotations fetches and deletes them first (spec 001 section 7)
  const found = await recordingsOfAnnotations(deps.db, caller.session, ids);
  const { recordingId } = onlyOne(found, refused.otherRecording);
  await demandDone(
    deps,
    caller,
    recordingId,
    ids.map((id) => ({ act: "delete", target: { id }, revision: "any" })),
  );
  return {};
}

type ActsOf = (writing: Writing) => Promise<readonly Act[]>;

/** All of them, or the first refusal is thrown. */
async function demandDone(deps: AnnotationDeps, caller: Caller, recordingId: number, acts: readonly Act[] | ActsOf) {
  const work = async (writing: Writing) => {
    const chosen = typeof acts === "function" ? await acts(writing) : acts;
    const all: { id: number; revision: number }[] = [];
    let { sequence } = writing.head;
    // Piece by piece, so that no more contents are held at once than a queue may send; what a later piece refuses undoes those before it.
    for (let at = 0; at < chosen.length; at += annotationLimits.changes) {
      const changes = chosen.slice(at, at + annotationLimits.changes).map((act) => ({ number: null, act }));
      const piece = { ...writing, head: { ...writing.head, sequence } };
      const carried = await carryOut(piece, { client: null, changes, isWhole: true });
      const done = carried.results.filter((result) => result.outcome === "done");
      if (done.length < changes.length) throw await refusalOf(writing.tx, carried.results);
      all.push(...done.map(({ id, revision }) => ({ id, revision })));
      sequence = carried.sequence;
    }
    return { answer: all, sequence };
  };
  return write(deps, caller, recordingId, work, typeof acts === "function" ? 1 : acts.length);
}

async function refusalOf(tx: Queries, results: readonly Result[]) {
  const first = results.find((result) => result.outcome === "refused" && result.code !== "not_done");
  if (first?.outcome !== "refused") throw new Error("Nothing was refused.");
  const [told] = await outcomesOf(tx, [{ number: 1 }], [first]);
  const { code, sentence, theirs } = told as Extract<ChangeOutcome, { outcome: "refused" }>;
  return refuse(code as AnnotationRefusal, sentence, theirs === undefined ? {} : { theirs });
}

/** Applies the changes and writes what they did; nothing when they are whole and one is refused. */
async function carryOut(writing: Writing, order: Order): Promise<{ results: Result[]; sequence: number }> {
  const { tx, editor, head } = writing;
  const { recordingId } = head;
  const { userId } = editor;
  const { client, changes } = order;
  const targets = changes.flatMap(({ act }): AnnotationTarget[] => (act.act === "create" ? [] : [act.target]));
  const numbers = changes.flatMap(({ number }) => number ?? []);
  for (const target of targets) if ("made_by" in target) numbers.push(target.made_by);
  const start = await readStart(tx, { recordingId, userId, client, numbers: [...new Set(numbers)] });
  const { done, liveGroups, nowMs } = start;
  const ids = [...done.map(({ id }) => id), ...targets.flatMap((target) => ("id" in target ? target.id : []))];
  const annotations = await readKnown(tx, recordingId, [...new Set(ids)], userId);
  const isDone = new Set(done.map(({ number }) => number));
  const acts = new Acts(
    {
      ...{ range: head, sequence: head.sequence, room: roomOf(head.annotations) },
      ...{ liveGroups: new Set(liveGroups), annotations, done, nowMs },
    },
    editor,
    client,
  );
  const results = changes.map(({ number, act }) => acts.apply(number, act));
  if (order.isWhole && results.some(({ outcome }) => outcome === "refused"))
    return { results: withIds(notDone(changes, results, isDone), []), sequence: head.sequence };
  const made = acts.entries.length > 0 ? await writeActs(tx, head, { userId, client }, acts) : [];
  return { results: withIds(results, made), sequence: acts.sequence };
}

/** What was made has its id; what would have been made by a batch that was not carried out is not there. */
function withIds(results: readonly Result[], made: readonly number[]): Result[] {
  const idOf = (id: number) => (id < 0 ? made[-1 - id] : id);
  return results.map((result): Result => {
    if (result.outcome === "done") return { ...result, id: idOf(result.id) };
    if (!result.theirs) return result;
    const id = idOf(result.theirs.id);
    return { ...result, theirs: id === undefined ? null : { ...result.theirs, id } };
  });
}

/** Of a whole batch that is not carried out: the first refusal, and what had been done by an earlier call. */
function notDone(changes: Order["changes"], results: readonly Result[], isDone: ReadonlySet<number>): Result[] {
  const first = results.findIndex(({ outcome }) => outcome === "refused");
  return results.map((result, k) => {
    const { number } = changes[k];
    if (k === first || (result.outcome === "done" && number !== null && isDone.has(number))) return result;
    return { outcome: "refused", code: "not_done", sentence: refused.notDone };
  });
}

/** As the call tells them: with the annotations that are in the way. */
async function outcomesOf(
  tx: Queries,
  changes: readonly { readonly number: number }[],
  results: readonly Result[],
): Promise<ChangeOutcome[]> {
  const makers = results.map((result) => (result.outcome === "refused" ? (result.theirs?.madeBy ?? null) : null));
  const people = byId(await peopleOf(tx, makers));
  return results.map((result, k) => {
    const { number } = changes[k];
    if (result.outcome === "done") return { number, ...result };
    const { theirs, ...rest } = result;
    if (theirs === undefined) return { number, ...rest };
    return { number, ...rest, theirs: theirs === null ? null : annotationOf(theirs, theirs.content, people) };
  });
}
