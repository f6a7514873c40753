/**
 * The annotations of a review: what is there (`mirror.ts`), what this page does to it (`writer.ts`), and what screens are told of both.
 * Not React; calls and clocks are given.
 */
import { proxy, ref } from "valtio";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { createEventMark } from "./event-mark.ts";
import { openMirror } from "./mirror.ts";
import { makePointing } from "./pointing.ts";
import type { StoreDeps } from "./store-deps.ts";
import { type AnnotationState, type AnnotationStore, fileGroupId } from "./types.ts";
import { openWriter } from "./writer.ts";

export function openAnnotationStore(deps: StoreDeps): AnnotationStore {
  const abort = new AbortController();
  const { signal } = abort;
  const state = proxy<AnnotationState>({
    phase: "opening",
    problem: null,
    sessions: [],
    current: null,
    revision: 0,
    unsent: 0,
    isWaiting: false,
    waitingFor: null,
    refused: [],
    undo: null,
    redo: null,
    asked: null,
    isHidden: false,
    mode: "annotate_mode",
    tool: "cursor",
    marksArtifacts: false,
    draft: null,
    opened: null,
    newStep: 0,
  });
  let isTold = false;
  /** Screens are told once a frame, however much has changed. */
  const changed = () => {
    if (isTold) return;
    isTold = true;
    deps.soon(tell);
  };
  const writer = openWriter({ ...deps, state, signal, changed, mirror: () => mirror });
  const mirror = openMirror({ ...deps, state, signal, changed, own: writer });
  const { table } = mirror;
  const event = createEventMark();

  function tell(): void {
    isTold = false;
    if (signal.aborted) return;
    state.revision = table.revision;
    state.sessions = mirror.views().map((one) => ref(one));
    Object.assign(state, writer.waiting());
    const { last, next } = writer.stack;
    const isFree = !writer.isWithServer();
    state.undo = last === null || !isFree ? null : annotationText.acts.undo(last.what);
    state.redo = next === null || !isFree ? null : annotationText.acts.redo(next.what);
  }

  const unfollow = deps.follow(mirror.hear);
  void mirror.open().then(() => writer.adoptQueues());

  const userId = deps.me?.user_id ?? null;
  const { mayChange, create, createAll, modifyAll, remove, copy, undo, redo, dismiss, refNow } = writer;
  return {
    dataObjectId: deps.dataObjectId,
    state,
    table,
    masks: deps.masks,
    event,
    userId,
    async createSession(name) {
      const id = await deps.createGroup(name);
      await mirror.catchUp();
      return id;
    },
    async renameSession(id, name) {
      await deps.renameGroup(id, name);
      await mirror.catchUp();
    },
    deleteSessions: writer.deleteSessions,
    takeBack: writer.takeBack,
    setCurrent(id) {
      state.current = id;
      // What is marked there by others is seen while one marks oneself.
      if (id !== null && id !== fileGroupId) void mirror.setLoaded(id, true);
    },
    fetchSession: mirror.fetchSession,
    setLoaded: mirror.setLoaded,
    setOneLoaded(one, isLoaded) {
      table.setOneLoaded(refNow(one), isLoaded);
      changed();
    },
    mayChange,
    mayDelete: mayChange,
    create,
    createAll,
    modify: (one, content, groupId) =>
      modifyAll([{ ref: one, content, ...(groupId === undefined ? {} : { groupId }) }]),
    modifyAll,
    finish: writer.finish,
    remove,
    copy,
    undo,
    redo,
    dismiss,
    hasStep: (which) => !writer.isWithServer() && writer.stack[which === "undo" ? "last" : "next"] !== null,
    undoOrAsk(which) {
      if (!writer[which]()) state.asked = which;
    },
    answer(isSure) {
      const { asked } = state;
      state.asked = null;
      if (asked !== null && isSure) writer[asked](true);
    },
    pointing: makePointing({ state, table, userId, writer, event, tell: deps.tell }),
    async history(one, before, signal) {
      const id = refNow(one);
      return id < 0 ? null : deps.history(id, before, signal);
    },
    setHidden(isHidden) {
      state.isHidden = isHidden;
    },
    setMode(mode) {
      state.mode = mode;
      if (mode !== "annotate_mode") state.draft = null;
    },
    setTool(tool) {
      state.tool = tool;
    },
    setMarksArtifacts(marks) {
      state.marksArtifacts = marks;
    },
    setDraft(draft) {
      state.draft = draft;
    },
    open(one) {
      if (one !== null && event.state.isPicking) return;
      state.newStep = 0;
      state.opened = one === null ? null : refNow(one);
    },
    holdsPage: writer.holdsPage,
    tryAgain() {
      writer.tryAgain();
      mirror.tryAgain();
    },
    close() {
      abort.abort();
      unfollow();
      deps.masks[Symbol.dispose]();
      return writer.close();
    },
  };
}
