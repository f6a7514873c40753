/** The annotations as the server has them: sessions, their parts, and the log of the recording, followed by its number. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import type { LogEntry } from "../../../protocol/annotation-log.ts";
import type { AnnotationPerson } from "../../../protocol/annotations.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { fileColumns } from "./file-columns.ts";
import type { Mirror, MirrorDeps } from "./mirror-types.ts";
import {
  countEntry,
  type Fetched,
  fileSession,
  inListOrder,
  type KnownSession,
  notFetched,
  viewOf,
  whole,
} from "./session-list.ts";
import { partsOf } from "./session-parts.ts";
import type { Truth } from "./store-deps.ts";
import { fileGroupId } from "./types.ts";

/** A first session of no more annotations than these is loaded as the review opens. */
const loadedAtOnce = 10_000;
/** Parts of a session that come within this time are entered together: each time all of it is put in order anew. */
const togetherMs = 400;
/** Until what failed is tried again. */
const againMs = 3000;

/** What a session that was deleted was here, for when it comes back. */
interface Forgotten {
  readonly session: KnownSession;
  readonly wasLoaded: boolean;
  /** New annotations went to it, and since then to this one; undefined: they did not. */
  readonly insteadOf: number | null | undefined;
}

export function openMirror(deps: MirrorDeps): Mirror {
  const { state, signal, own, changed } = deps;
  const table = new AnnotationTable();
  const known = new Map<number, KnownSession>();
  const fetched = new Map<number, Fetched>();
  const fetching = new Map<number, Promise<void>>();
  /** Sessions whose annotations are loaded as they come. */
  const loadedGroups = new Set<number>([fileGroupId]);
  const forgotten = new Map<number, Forgotten>();
  const byOthers = new Map<number, number>();
  const people = new Map<number, AnnotationPerson>();
  let sequence = -1;
  let heard = -1;
  /** The highest number of an entry that was entered: what is read once more counts for annotations alone. */
  let seen = -1;
  /** A part of a session came from before this number: the log is read again from there. */
  let rewindTo: number | null = null;
  let isCatchingUp = false;
  let running: Promise<void> = Promise.resolve();
  /** The log may have moved while it was read: it is read once more. */
  let isAskedAgain = false;
  /** Raised for a session when what is being fetched of it is of no use any more. */
  const generations = new Map<number, number>();
  let giveUpAgain = () => {};
  let giveUpReading = () => {};
  const personOf = (userId: number | null) => (userId === null ? null : (people.get(userId) ?? null));
  const isHere = (id: number) => (fetched.get(id)?.fetched ?? "no") !== "no";

  async function open(): Promise<void> {
    try {
      const opened = await deps.open(signal);
      known.clear();
      if (deps.fileAnnotations.length > 0) known.set(fileGroupId, fileSession(deps.fileAnnotations.length));
      for (const group of opened.groups) known.set(group.id, group);
      const isFirst = sequence < 0;
      if (isFirst) {
        sequence = opened.sequence;
        seen = Math.max(seen, sequence);
      }
      state.phase = "ready";
      state.problem = null;
      if (state.current === null || !known.has(state.current)) state.current = opened.groups[0]?.id ?? null;
      changed();
      if (isFirst) {
        const first = opened.groups[0];
        // What was marked before is there when a review opens; what takes long is fetched when it is asked for.
        if (first !== undefined && first.nannotations <= loadedAtOnce) void setLoaded(first.id, true, false);
      }
      for (const id of [...fetched.keys()]) if (!known.has(id)) forgetHeld(id);
      readStale();
      void catchUp();
    } catch (error) {
      if (signal.aborted) return;
      state.problem = deps.sentenceOf(error);
      if (state.phase === "opening") {
        state.phase = "failed";
        deps.tell(annotationText.notLoaded(state.problem));
      }
      for (const [id, held] of fetched) if (held.isStale) setFetched(id, { ...held, problem: state.problem });
      again(() => void open());
    }
  }
  function again(work: () => void): void {
    giveUpAgain();
    giveUpAgain = deps.later(work, againMs);
  }

  /** Reads the log from where it was read last, as long as there is more. One at a time. */
  function catchUp(): Promise<void> {
    if (!isCatchingUp && sequence >= 0) running = readOn();
    return running;
  }

  async function readOn(): Promise<void> {
    isCatchingUp = true;
    sequence = Math.min(sequence, rewindTo ?? sequence);
    rewindTo = null;
    try {
      for (;;) {
        const page = await deps.changesAfter(sequence, signal);
        if (page === null) {
          startAnew();
          return;
        }
        for (const person of page.people) people.set(person.user_id, person);
        for (const entry of page.entries) enter(entry);
        sequence = page.entries.at(-1)?.sequence ?? Math.max(sequence, page.sequence);
        seen = Math.max(seen, sequence);
        changed();
        if (rewindTo !== null) {
          sequence = Math.min(sequence, rewindTo);
          rewindTo = null;
          continue;
        }
        if (isAskedAgain) {
          isAskedAgain = false;
          continue;
        }
        if (sequence >= page.sequence && sequence >= heard) return;
        if (page.entries.length === 0) return;
      }
    } catch {
      if (!signal.aborted) again(() => void catchUp());
    } finally {
      isCatchingUp = false;
    }
  }

  /** The log does not reach back so far: all sessions that are here are read again. What is here stays until they are, as it may be out of date. */
  function startAnew(): void {
    for (const [id, held] of fetched) {
      if (id === fileGroupId || held.fetched === "no") continue;
      giveUpFetch(id);
      fetched.set(id, { ...whole, isStale: true });
    }
    sequence = -1;
    seen = -1;
    changed();
    void open();
  }

  /** Reads what may be out of date. */
  function readStale(): void {
    giveUpReading();
    for (const [id, { isStale }] of fetched) if (isStale) void fetchSession(id);
  }

  function enter(entry: LogEntry): void {
    if (entry.sequence > seen && !own.isOwn(entry)) {
      const left = entry.what === "annotation" ? table.get(entry.id)?.group_id : undefined;
      for (const id of new Set([entry.group_id, left ?? entry.group_id])) byOthers.set(id, (byOthers.get(id) ?? 0) + 1);
    }
    if (entry.what === "annotation") enterAnnotation(entry);
    else if (entry.sequence > seen) enterGroup(entry);
  }

  function enterGroup({ act, id, group_name, made_at, user_id, sequence: revision }: LogEntry): void {
    if (act === "delete") {
      forgetGroup(id, user_id === deps.me?.user_id);
      return;
    }
    const old = forgotten.get(id);
    forgotten.delete(id);
    const before = known.get(id) ?? old?.session;
    // What it holds by now is read anew.
    if (act === "restore") dropFetched(id);
    known.set(id, {
      id,
      group_name: group_name ?? before?.group_name ?? "",
      nannotations: before?.nannotations ?? 0,
      timestamp: made_at,
      revision,
    });
    // Deleted before this page knew of it: how many it holds is asked.
    if (act === "restore" && before === undefined) void open();
    // A session that was made just now has nothing that is not told.
    if (act === "create") fetched.set(id, whole);
    state.current ??= id;
    if (old === undefined) return;
    // It is as it was: drawn where it was drawn, and written to unless another was chosen meanwhile.
    if (old.insteadOf !== undefined && state.current === old.insteadOf) state.current = id;
    if (old.wasLoaded) void setLoaded(id, true, false);
  }

  /** A session is as if it had never been fetched. */
  function dropFetched(id: number): void {
    giveUpFetch(id);
    table.dropGroup(id);
    fetched.delete(id);
  }

  /** What is being fetched of a session is of no use any more. */
  function giveUpFetch(id: number): void {
    generations.set(id, (generations.get(id) ?? 0) + 1);
    fetching.delete(id);
  }

  /** A session went while the log could not say so. */
  function forgetHeld(id: number): void {
    loadedGroups.delete(id);
    dropFetched(id);
  }

  function forgetGroup(id: number, isOwn: boolean): void {
    const session = known.get(id);
    const wasCurrent = state.current === id;
    const wasLoaded = loadedGroups.has(id);
    const count = session === undefined ? 0 : viewOf(session, fetched.get(id) ?? notFetched, table).count;
    known.delete(id);
    loadedGroups.delete(id);
    dropFetched(id);
    if (wasCurrent) state.current = [...known.keys()].find((one) => one !== fileGroupId) ?? null;
    // Where the next mark goes is never changed without a word.
    if (wasCurrent && !isOwn && session !== undefined)
      deps.tell(annotationText.sessionGone(session.group_name, known.get(state.current ?? -1)?.group_name ?? null));
    if (session !== undefined)
      forgotten.set(id, {
        session: { ...session, nannotations: count },
        wasLoaded,
        insteadOf: wasCurrent ? state.current : undefined,
      });
    changed();
  }

  function enterAnnotation(entry: LogEntry): void {
    const { id, group_id, after } = entry;
    const row = table.get(id);
    if (entry.sequence > seen) countEntry(known, fetched, entry);
    const truth: Truth | null =
      after === null
        ? null
        : {
            groupId: group_id,
            revision: entry.sequence,
            madeAt: entry.made_at,
            person: personOf(entry.made_by),
            content: after,
          };
    if (own.claims(entry, truth)) return;
    if (row !== null && row.revision >= entry.sequence) return;
    if (truth === null && !isHere(group_id)) table.leave(id);
    else show(id, truth);
  }

  /** Shows an annotation as the server has it, if its session is here. */
  function show(ref: AnnotationRef, truth: Truth | null): void {
    if (truth === null) {
      table.remove(ref);
      return;
    }
    if (!isHere(truth.groupId) && !table.get(ref)?.isLoaded) {
      table.leave(ref);
      return;
    }
    const isLoaded = table.get(ref)?.isLoaded ?? loadedGroups.has(truth.groupId);
    table.write({ ref, isLoaded, ...truth });
  }

  function setFetched(id: number, how: Fetched): void {
    fetched.set(id, how);
    changed();
  }

  function fetchSession(id: number): Promise<void> {
    const before = fetched.get(id) ?? notFetched;
    if (before.fetched === "yes" && !before.isStale) return Promise.resolve();
    const running = fetching.get(id);
    if (running !== undefined) return running;
    const generation = generations.get(id) ?? 0;
    const isOld = () => (generations.get(id) ?? 0) !== generation;
    const run = (async () => {
      if (!before.isStale) setFetched(id, { ...notFetched, fetched: "fetching" });
      try {
        if (id === fileGroupId) table.addPart(fileColumns(deps.fileAnnotations), loadedGroups.has(id));
        else await fetchParts(id, isOld);
        if (!isOld()) setFetched(id, whole);
      } catch (error) {
        if (signal.aborted || isOld()) return;
        const problem = deps.sentenceOf(error);
        // What is here stays: what came of it, and what this page wrote to it.
        setFetched(id, before.isStale ? { ...before, problem } : { ...notFetched, fetched: "failed", problem });
        giveUpReading();
        if (before.isStale) giveUpReading = deps.later(readStale, againMs);
      } finally {
        if (!isOld()) fetching.delete(id);
      }
    })();
    fetching.set(id, run);
    return run;
  }

  async function fetchParts(id: number, isOld: () => boolean): Promise<void> {
    const expected = known.get(id)?.nannotations ?? 0;
    // What is here stays until all parts are: they are not mixed with those of another time.
    const isHeld = table.countOf(id).alive > 0;
    const parts: AnnotationColumns[] = [];
    let count = 0;
    let enteredMs = deps.nowMs();
    try {
      for await (const part of partsOf((after) => deps.columns(id, after, signal))) {
        // The session may have gone, or gone and come back, meanwhile.
        if (isOld()) return;
        for (const person of part.people) people.set(person.user_id, person);
        parts.push(part);
        if (!isHeld && Math.abs(deps.nowMs() - enteredMs) >= togetherMs) {
          enterParts(id, parts.splice(0), false);
          enteredMs = deps.nowMs();
        }
        count += part.count;
        const progress = expected > 0 ? Math.min(1, count / expected) : 0;
        const held = fetched.get(id) ?? notFetched;
        setFetched(id, held.isStale ? held : { ...notFetched, fetched: "fetching", progress });
      }
      if (isHeld) enterParts(id, parts.splice(0), true);
    } finally {
      if (!isHeld && parts.length > 0 && !isOld()) enterParts(id, parts, false);
    }
    // Parts of an earlier time than the log are whole once it was read again from there.
    await (rewindTo === null ? void catchUp() : catchUp());
  }

  /** Parts that came, beside each other or in the place of what is here. The log is read again from the oldest on. */
  function enterParts(id: number, parts: readonly AnnotationColumns[], isInstead: boolean): void {
    const oldest = parts.reduce((least, part) => Math.min(least, part.sequence), Number.POSITIVE_INFINITY);
    const isLoaded = loadedGroups.has(id);
    const isNewer = (one: AnnotationRef, revision: number) => revision > oldest || own.isPending(one);
    if (isInstead) table.replaceGroup(id, parts, { isLoaded, isNewer });
    else for (const part of parts) table.addPart(part, isLoaded);
    if (oldest < sequence) rewindTo = Math.min(rewindTo ?? sequence, oldest);
  }

  /** What nobody asked for fails before nobody's eyes: it is told. */
  async function setLoaded(id: number, isLoaded: boolean, isAsked = true): Promise<string | null> {
    if (isLoaded) loadedGroups.add(id);
    else loadedGroups.delete(id);
    if (isLoaded && fetched.get(id)?.fetched !== "yes") {
      if (fetching.has(id)) table.setLoaded(id, true);
      await fetchSession(id);
    }
    // While it was fetched the reader may have changed their mind.
    const { fetched: how, problem } = fetched.get(id) ?? notFetched;
    if (loadedGroups.has(id) === isLoaded && how === "yes") table.setLoaded(id, isLoaded);
    if (how === "failed" && !isAsked) deps.tell(annotationText.notLoaded(problem ?? ""));
    changed();
    return isLoaded && how === "failed" ? (problem ?? "") : null;
  }

  for (const person of deps.me === null ? [] : [deps.me]) people.set(person.user_id, person);
  if (deps.fileAnnotations.length > 0) {
    known.set(fileGroupId, fileSession(deps.fileAnnotations.length));
    void fetchSession(fileGroupId);
  }
  signal.addEventListener("abort", () => {
    giveUpAgain();
    giveUpReading();
  });
  return {
    table,
    views: () => inListOrder(known.values()).map((one) => viewOf(one, fetched.get(one.id) ?? notFetched, table)),
    open,
    catchUp() {
      // What was done just now may be behind what is being read.
      isAskedAgain = isCatchingUp;
      return catchUp();
    },
    hear(to) {
      if (to === null) isAskedAgain = isCatchingUp;
      heard = Math.max(heard, to ?? sequence);
      if (to === null || to > sequence) void catchUp();
    },
    fetchSession,
    setLoaded,
    show,
    changesByOthers: (id) => byOthers.get(id) ?? 0,
    tryAgain() {
      giveUpAgain();
      void (state.phase === "ready" && sequence >= 0 ? catchUp() : open());
      readStale();
      for (const [id, held] of fetched) if (held.fetched === "failed" && loadedGroups.has(id)) void fetchSession(id);
    },
  };
}
