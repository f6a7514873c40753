/** A store of annotations without a server, for tests of the screens: what is written is there at once, and is remembered. */
import { proxy, ref } from "valtio";
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { AnnotationTable } from "../../../../domain/annotations/annotation-table.ts";
import type { AnnotationContent } from "../../../../protocol/annotations.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { createEventMark } from "../event-mark.ts";
import { noMaskBook } from "../test-masks.ts";
import { type AnnotationState, type AnnotationStore, fileGroupId, type SessionView, type TakenBack } from "../types.ts";

export const content = (over: Partial<AnnotationContent> = {}): AnnotationContent => ({
  start_time: 0,
  end_time: 0,
  annotation_text: "Spike",
  annotation_type: "EEG Montage",
  annotation_description: "",
  modalities: [],
  color: "#FF0000",
  opacity: 0.2,
  tags: [],
  kind: "note",
  ...over,
});

export interface TestSession {
  readonly id: number;
  readonly name: string;
  readonly annotations: readonly Partial<AnnotationContent>[];
  readonly isFetched?: boolean;
  readonly isLoaded?: boolean;
}

export interface TestStore extends AnnotationStore {
  /** What was asked of it, in words: "rename 2 Night". */
  readonly acts: string[];
  readonly state: AnnotationState;
  /** What the next calls of the server answer; null: they do as they are told. */
  failure: Error | null;
  /** What becomes of a step that is taken back. */
  taken: TakenBack;
  /** Fetching waits until this is called. */
  release: () => void;
  holdFetches: boolean;
  /** Others own what holds this ref. */
  readonly foreign: Set<AnnotationRef>;
}

export function testStore(given: readonly TestSession[], current: number | null = null): TestStore {
  const table = new AnnotationTable();
  const known = new Map(
    given.map((one) => [one.id, { ...one, isFetched: one.isFetched ?? true, problem: null as string | null }]),
  );
  const acts: string[] = [];
  const foreign = new Set<AnnotationRef>();
  let nextRef = 1;
  let nextGroup = 1000;
  const waiting: (() => void)[] = [];
  const state = proxy<AnnotationState>({
    phase: "ready",
    problem: null,
    sessions: [],
    current,
    revision: 0,
    unsent: 0,
    isWaiting: false,
    waitingFor: null,
    refused: [],
    undo: null,
    redo: null,
    isHidden: false,
    asked: null,
    mode: "annotate_mode",
    tool: "cursor",
    marksArtifacts: false,
    draft: null,
    opened: null,
    newStep: 0,
  });
  const bring = (id: number, isLoaded: boolean) => {
    for (const one of known.get(id)?.annotations ?? [])
      table.write({
        ref: nextRef++,
        groupId: id,
        revision: 1,
        madeAt: 0,
        person: null,
        isLoaded,
        content: content(one),
      });
  };
  for (const one of given) if (one.isFetched !== false) bring(one.id, one.isLoaded ?? false);
  const tell = () => {
    state.revision = table.revision;
    state.sessions = [...known.values()].map((one): SessionView => {
      const { alive, loaded } = table.countOf(one.id);
      return ref({
        id: one.id,
        name: one.name,
        count: one.isFetched ? alive : one.annotations.length,
        madeAt: one.id === fileGroupId ? null : Date.UTC(2026, 5, 5),
        isReadOnly: one.id === fileGroupId,
        fetched: one.problem !== null ? "failed" : one.isFetched ? "yes" : "no",
        progress: one.isFetched ? 1 : 0,
        problem: one.problem,
        isStale: false,
        loaded: loaded === 0 ? "none" : loaded === alive ? "all" : "some",
        loadedCount: loaded,
      });
    });
  };
  tell();
  const fetchSession = async (id: number) => {
    const one = known.get(id);
    if (one === undefined || one.isFetched) return;
    if (store.holdFetches) await new Promise<void>((resolve) => waiting.push(resolve));
    if (one.isFetched) return;
    if (store.failure !== null) one.problem = store.failure.message;
    else {
      one.isFetched = true;
      bring(id, false);
    }
    tell();
  };
  const answer = () => {
    if (store.failure !== null) throw store.failure;
  };
  const done = (act: string, undo: string) => {
    acts.push(act);
    state.undo = annotationText.acts.undo(undo);
    tell();
  };
  const mayChange = (one: AnnotationRef) => {
    const row = table.get(one);
    return row !== null && row.group_id !== fileGroupId && !foreign.has(one);
  };
  const store: TestStore = {
    acts,
    foreign,
    failure: null,
    taken: "done",
    holdFetches: false,
    release() {
      for (const resolve of waiting.splice(0)) resolve();
    },
    dataObjectId: 1,
    state,
    table,
    masks: noMaskBook(),
    event: createEventMark(),
    userId: 7,
    async createSession(name) {
      answer();
      const id = nextGroup++;
      known.set(id, { id, name, annotations: [], isFetched: true, problem: null });
      acts.push(`create ${name}`);
      tell();
      return id;
    },
    async renameSession(id, name) {
      answer();
      const one = known.get(id);
      if (one !== undefined) known.set(id, { ...one, name });
      acts.push(`rename ${id} ${name}`);
      tell();
    },
    async deleteSessions(ids) {
      answer();
      for (const id of ids) {
        known.delete(id);
        table.dropGroup(id);
        acts.push(`delete session ${id}`);
        if (state.current === id) state.current = [...known.keys()].find((other) => other !== fileGroupId) ?? null;
      }
      tell();
      return acts.length;
    },
    takeBack(step) {
      acts.push(`take back ${step}`);
      return store.taken;
    },
    setCurrent(id) {
      state.current = id;
      acts.push(`current ${id}`);
    },
    fetchSession,
    async setLoaded(id, isLoaded) {
      await fetchSession(id);
      table.setLoaded(id, isLoaded);
      acts.push(`${isLoaded ? "load" : "unload"} ${id}`);
      tell();
      return known.get(id)?.problem ?? null;
    },
    setOneLoaded(one, isLoaded) {
      table.setOneLoaded(one, isLoaded);
      acts.push(`${isLoaded ? "load" : "unload"} one ${one}`);
      tell();
    },
    setMarksArtifacts(marks) {
      state.marksArtifacts = marks;
    },
    mayChange,
    mayDelete: mayChange,
    create() {
      throw new Error("The screens of sessions make no annotation.");
    },
    createAll(contents, groupId, step) {
      for (const written of contents)
        table.write({
          ref: nextRef++,
          groupId,
          revision: 1,
          madeAt: 0,
          person: null,
          isLoaded: true,
          content: written,
        });
      done(`create ${contents.length} in ${groupId}`, annotationText.acts.create(contents.length));
      return step === 0 ? 1 : step;
    },
    modify(one, written, groupId) {
      store.modifyAll([{ ref: one, content: written, ...(groupId === undefined ? {} : { groupId }) }]);
    },
    finish(one, written, groupId) {
      store.modifyAll([{ ref: one, content: written, groupId }]);
    },
    modifyAll(changes) {
      for (const { ref: one, content: written, groupId } of changes) {
        const row = table.get(one);
        if (row === null) continue;
        table.write({
          ref: one,
          groupId: groupId ?? row.group_id,
          revision: 1,
          madeAt: 0,
          person: row.person,
          isLoaded: true,
          content: written,
        });
      }
      done(`modify ${changes.map(({ ref: one }) => one).join(" ")}`, annotationText.acts.modify(changes.length));
      return acts.length;
    },
    remove(refs) {
      for (const one of refs) table.remove(one);
      done(`remove ${refs.join(" ")}`, annotationText.acts.delete(refs.length));
      return acts.length;
    },
    copy(refs, groupId) {
      for (const one of refs) {
        const row = table.get(one);
        if (row !== null)
          table.write({
            ref: nextRef++,
            groupId,
            revision: 1,
            madeAt: 0,
            person: null,
            isLoaded: false,
            content: content(row),
          });
      }
      done(`copy ${refs.length} to ${groupId}`, annotationText.acts.copy(refs.length));
      return acts.length;
    },
    undo() {
      acts.push("undo");
      return true;
    },
    redo() {
      acts.push("redo");
      return true;
    },
    dismiss(number, again) {
      state.refused = state.refused.filter((one) => one.number !== number);
      acts.push(`dismiss ${number}${again ? " again" : ""}`);
    },
    hasStep: (which) => state[which] !== null,
    undoOrAsk(which) {
      acts.push(which);
    },
    history: async () => null,
    answer() {},
    pointing: null,
    setMode(mode) {
      state.mode = mode;
    },
    setTool(tool) {
      state.tool = tool;
    },
    setDraft(draft) {
      state.draft = draft;
    },
    open(one) {
      state.opened = one;
    },
    setHidden(isHidden) {
      state.isHidden = isHidden;
    },
    holdsPage: () => false,
    tryAgain() {
      acts.push("try again");
    },
    close: async () => {},
  };
  return store;
}

/** The field under a label. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find((one) => one.textContent === label);
  const input = found === undefined ? null : document.getElementById(found.htmlFor);
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field called ${label}.`);
  return input;
}
