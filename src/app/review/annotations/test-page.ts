/** Pages of readers over a server of annotations in memory, for tests. */
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { ChangeKeeper, KeptChange } from "../../unsent/index.ts";
import { openAnnotationStore } from "./store.ts";
import type { StoreDeps } from "./store-deps.ts";
import { noMaskBook } from "./test-masks.ts";
import { people, type TestServer } from "./test-server.ts";

export const note = (text: string, start = 1000, end = start): AnnotationContent => ({
  start_time: start,
  end_time: end,
  annotation_text: text,
  annotation_type: "EEG Montage",
  annotation_description: "",
  modalities: [],
  color: "#FF0000",
  opacity: 0.2,
  tags: [],
  kind: "note",
});

/** The browser's storage, which outlives its pages. */
export function makeKeeper(): ChangeKeeper & { changes: Map<string, KeptChange> } {
  const all = new Map<string, KeptChange>();
  return {
    changes: all,
    async keep(changes) {
      for (const one of changes) all.set(`${one.client} ${one.change.number}`, structuredClone(one));
    },
    async forget(client, numbers) {
      for (const number of numbers) all.delete(`${client} ${number}`);
    },
    async kept({ owner, dataObjectId }) {
      const clients = new Map();
      for (const one of all.values())
        if (one.owner === owner && one.dataObjectId === dataObjectId)
          clients.set(one.client, [...(clients.get(one.client) ?? []), one.change]);
      return clients;
    },
    all: async () => new Map(),
  };
}

let clients = 0;
/** A page of one reader. `link.fails`: how the next calls end. */
export function page(server: TestServer, user = 1, more: Partial<StoreDeps> = {}) {
  const link = { isDown: false, losesAnswers: false };
  const later = new Set<() => void>();
  const reach = async () => {
    await Promise.resolve();
    if (link.isDown) throw new Error("away");
  };
  const store = openAnnotationStore({
    dataObjectId: 5,
    fileAnnotations: [],
    queue: { owner: `1/${user}`, dataObjectId: 5 },
    me: people[user - 1],
    newClient: () => (++clients).toString(16).padStart(32, "0"),
    keeper: makeKeeper(),
    takeQueue: async () => () => undefined,
    mayCreate: () => true,
    mayDeleteOthers: () => true,
    nowMs: () => 7,
    later: (work) => {
      later.add(work);
      return () => later.delete(work);
    },
    soon: (work) => queueMicrotask(work),
    open: async () => {
      await reach();
      return server.open();
    },
    changesAfter: async (sequence) => {
      await reach();
      return server.changesAfter(sequence);
    },
    history: async () => ({ entries: [], people: [], has_more: false }),
    columns: async (group, after) => {
      await reach();
      return server.columns(group, after);
    },
    send: async (client, changes) => {
      await reach();
      const outcomes = server.send(client, user, changes);
      if (link.losesAnswers) throw new Error("away");
      return outcomes;
    },
    failureOf: () => ({ kind: "away" }),
    sentenceOf: String,
    createGroup: async (name) => server.createGroup(name, user),
    renameGroup: async () => undefined,
    deleteGroups: async (ids) => server.deleteGroups(ids, user),
    restoreGroup: async (id) => server.restoreGroup(id, user),
    follow: (hear) => server.listen((sequence) => !link.isDown && hear(sequence)),
    masks: noMaskBook(),
    tell: () => undefined,
    ...more,
  });
  /** Whatever waits is done. */
  const settle = async () => {
    for (let k = 0; k < 60; k++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (later.size === 0) continue;
      const works = [...later];
      later.clear();
      for (const work of works) work();
    }
  };
  const texts = () => [...store.table.inOrder()].map((row) => store.table.at(row).annotation_text);
  return { store, link, settle, texts };
}

export const onServer = (server: TestServer) =>
  [...server.rows.values()].flatMap(({ content }) => (content === null ? [] : [content.annotation_text])).sort();
