/** Sessions of the recording as the server tells them, and how much of each is on the page. */
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { compareNames } from "../../../domain/name-order.ts";
import type { LogEntry } from "../../../protocol/annotation-log.ts";
import type { AnnotationGroup } from "../../../protocol/annotations.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { fileGroupId, type SessionView } from "./types.ts";

/** How far the annotations of a session are fetched. */
export interface Fetched {
  readonly fetched: SessionView["fetched"];
  readonly progress: number;
  readonly problem: string | null;
  readonly isStale: boolean;
}

export const notFetched: Fetched = { fetched: "no", progress: 0, problem: null, isStale: false };
export const whole: Fetched = { fetched: "yes", progress: 1, problem: null, isStale: false };

/** Name and making of a session; its number of annotations as the server told it last, and after which entry of the log. */
export type KnownSession = Pick<AnnotationGroup, "id" | "group_name" | "nannotations" | "timestamp" | "revision">;

export function viewOf(session: KnownSession, fetched: Fetched, table: AnnotationTable): SessionView {
  const { alive, loaded } = table.countOf(session.id);
  const isHere = fetched.fetched === "yes";
  const isFile = session.id === fileGroupId;
  return {
    id: session.id,
    name: session.group_name,
    count: isHere ? alive : session.nannotations,
    madeAt: isFile ? null : session.timestamp,
    isReadOnly: isFile,
    ...fetched,
    loaded: loaded === 0 ? "none" : isHere && loaded === alive ? "all" : "some",
    loadedCount: loaded,
  };
}

/** What is shown of it may be out of date, or is not all that there is. */
export const isDoubtful = ({ isStale, fetched, loadedCount }: SessionView): boolean =>
  isStale || (fetched === "failed" && loadedCount > 0);

/** The file's own, if it has annotations. */
export const fileSession = (count: number): KnownSession => ({
  id: fileGroupId,
  group_name: annotationText.fileSession,
  nannotations: count,
  timestamp: 0,
  revision: 0,
});

/** The file's own first, then by name. */
export const inListOrder = (sessions: Iterable<KnownSession>): KnownSession[] =>
  [...sessions].sort((a, b) =>
    a.id === fileGroupId ? -1 : b.id === fileGroupId ? 1 : compareNames(a.group_name, b.group_name) || a.id - b.id,
  );

/** How many a session holds that is not fetched, after an entry of the log: what is here of the others counts by itself. */
export function countEntry(
  known: Map<number, KnownSession>,
  fetched: ReadonlyMap<number, Fetched>,
  { act, group_id, left_group_id, sequence: revision }: LogEntry,
): void {
  const count = (groupId: number, more: number) => {
    const session = known.get(groupId);
    // A number of the server that is told after the entry has it in already.
    if (session === undefined || session.revision >= revision || fetched.get(groupId)?.fetched === "yes") return;
    known.set(groupId, { ...session, nannotations: Math.max(0, session.nannotations + more) });
  };
  if (act === "delete") count(group_id, -1);
  else if (act !== "modify" || left_group_id !== null) count(group_id, 1);
  if (left_group_id !== null) count(left_group_id, -1);
}
