/** What the lists do to several annotations at once. */
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { compareNames } from "../../../../domain/name-order.ts";
import { annotationLimits } from "../../../../protocol/annotations.ts";
import { annotationSessionText as words } from "../../../../protocol/text/annotation-session-text.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { toast } from "../../../../ui/notices/toasts.ts";
import { holds } from "../../../session/index.ts";
import type { AnnotationStore } from "../types.ts";
import { contentOf } from "../writer.ts";

/** One's own with `create_annotations`; others', and several at once, with `delete_annotations` (spec 001 section 6). */
export const mayDeleteAll = (store: AnnotationStore, refs: readonly AnnotationRef[]): boolean =>
  (refs.length === 1 || holds("delete_annotations")) && refs.every((one) => store.mayDelete(one));

/** Says what was done, and offers to take this one act back, whatever comes after it. */
function sayWithUndo(store: AnnotationStore, done: string, step: number): void {
  toast.success(done, {
    label: words.deleting.undo,
    onPress: () => {
      const taken = store.takeBack(step);
      if (taken !== "done") toast.error(words.deleting.notTakenBack[taken]);
    },
  });
}

/** Says that what was just made stays though its editor was left, and offers to take it back. */
export function sayKept(store: AnnotationStore, step: number): void {
  sayWithUndo(store, annotationText.newKept, step);
}

/** Deletes, says so, and offers to take it back. */
export function removeWithUndo(store: AnnotationStore, refs: readonly AnnotationRef[]): void {
  const step = store.remove(refs);
  sayWithUndo(store, words.deleting.annotations.done(refs.length), step);
}

/** The same of sessions. @throws the refusal */
export async function removeSessionsWithUndo(store: AnnotationStore, ids: readonly number[]): Promise<void> {
  const step = await store.deleteSessions(ids);
  sayWithUndo(store, words.deleting.sessions.done(ids.length), step);
}

/** Those that this reader may change, and how many are left out. */
export function changeable(store: AnnotationStore, refs: readonly AnnotationRef[]) {
  const own = refs.filter((one) => store.mayChange(one));
  return { own, others: refs.length - own.length };
}

/** Says what was done, and to how many it was not; where there was something to do (`step` not 0), it can be taken back. */
function say(store: AnnotationStore, done: string, others: number, step: number): void {
  const said = others === 0 ? done : `${done}. ${words.bulk.notAllowed(others)}`;
  if (step === 0) toast.success(said);
  else sayWithUndo(store, said, step);
}

/** Copies annotations into a session, says so, and offers to take it back. */
export function copyAll(
  store: AnnotationStore,
  refs: readonly AnnotationRef[],
  to: { readonly id: number; readonly name: string },
): void {
  say(store, words.load.copied(refs.length, to.name), 0, store.copy(refs, to.id));
}

/** Moves annotations to another session. */
export function moveAll(
  store: AnnotationStore,
  refs: readonly AnnotationRef[],
  to: { readonly id: number; readonly name: string },
): void {
  const { own, others } = changeable(store, refs);
  const changes = own.flatMap((ref) => {
    const row = store.table.get(ref);
    return row === null || row.group_id === to.id ? [] : [{ ref, content: contentOf(row), groupId: to.id }];
  });
  if (own.length === 0) {
    toast.error(words.bulk.noneAllowed);
    return;
  }
  say(store, words.bulk.moved(changes.length, to.name), others, changes.length === 0 ? 0 : store.modifyAll(changes));
}

/** Tags of annotations and how many have each, most frequent first. */
export function tagsOf(
  store: AnnotationStore,
  refs: readonly AnnotationRef[],
): readonly [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const ref of refs)
    for (const tag of store.table.get(ref)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0]));
}

/** Changes tags of annotations. Returns a sentence where one would have too many, and changes nothing then. */
export function retagAll(
  store: AnnotationStore,
  refs: readonly AnnotationRef[],
  { added, removed }: { readonly added: readonly string[]; readonly removed: ReadonlySet<string> },
): string | null {
  const { own, others } = changeable(store, refs);
  if (own.length === 0) return words.bulk.noneAllowed;
  const changes = own.flatMap((ref) => {
    const row = store.table.get(ref);
    if (row === null) return [];
    const tags = [...new Set([...row.tags.filter((tag) => !removed.has(tag)), ...added])];
    const isSame = tags.length === row.tags.length && tags.every((tag, k) => tag === row.tags[k]);
    return isSame ? [] : [{ ref, content: { ...contentOf(row), tags } }];
  });
  const full = changes.filter(({ content }) => content.tags.length > annotationLimits.tags).length;
  if (full > 0) return words.bulk.full(full);
  say(store, words.bulk.tagged(changes.length), others, changes.length === 0 ? 0 : store.modifyAll(changes));
  return null;
}
