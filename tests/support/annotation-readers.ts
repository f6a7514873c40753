/**
 * Readers of a recording who annotate without a browser: the page's own store of annotations, over the calls and the socket of a running
 * server. What the browser keeps is kept in memory.
 */
import { randomBytes } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import { openAnnotationStore } from "../../src/app/review/annotations/store.ts";
import { noMaskBook } from "../../src/app/review/annotations/test-masks.ts";
import type { AnnotationStore } from "../../src/app/review/annotations/types.ts";
import type { ChangeKeeper, KeptChange } from "../../src/app/unsent/kept-changes.ts";
import type { SendFailure } from "../../src/app/unsent/write-queue.ts";
import { getCurrentUser } from "../../src/protocol/accounts.ts";
import { type AnnotationColumns, decodeAnnotationColumns } from "../../src/protocol/annotation-columns.ts";
import {
  changeAnnotations,
  getAnnotationChanges,
  getAnnotationColumns,
  getAnnotationHistory,
  openAnnotations,
} from "../../src/protocol/annotation-log.ts";
import {
  type AnnotationContent,
  createAnnotationGroup,
  deleteAnnotationGroups,
  getAnnotations,
  renameAnnotationGroup,
  restoreAnnotationGroup,
} from "../../src/protocol/annotations.ts";
import { type NewsClientEvents, type NewsServerEvents, newsNamespace } from "../../src/protocol/news.ts";
import { socketPath } from "../../src/protocol/pages.ts";
import type { AnswerOf, Route } from "../../src/protocol/route.ts";
import { answerAs } from "./calls.ts";

/** A note at a time, as a page would make it. */
export const noteAt = (text: string, startMs: number, endMs = startMs): AnnotationContent => ({
  ...{ start_time: startMs, end_time: endMs, annotation_text: text, annotation_type: "EEG Montage" },
  ...{ annotation_description: "", modalities: [], color: "#FF0000", opacity: 0.2, tags: [], kind: "note" },
});

/** One row as a reader and the server are compared by: everything that both know. */
export type SeenRow = string;
const rowText = (id: number, group: number, revision: number, content: AnnotationContent): SeenRow =>
  JSON.stringify([id, group, revision, content.annotation_text, content.start_time, content.end_time, content.color]);

/** A call that was answered with another status than 200. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    readonly retryAfter: number | null,
    text: string,
  ) {
    super(text);
  }
}

/** What of a reader's network fails. */
export interface ReaderLink {
  /** No call reaches the server, and no news comes. */
  isCut: boolean;
  /** Calls reach the server, and their answers are lost. */
  losesAnswers: boolean;
}

export interface AnnotationReader extends Disposable {
  readonly store: AnnotationStore;
  readonly link: ReaderLink;
  /** Refs of annotations that were shown as saved, with their ids. */
  seen(): SeenRow[];
  /** Resolves when nothing waits and the log is read to its end. @throws after `withinMs` */
  settled(withinMs?: number): Promise<void>;
}

/** Opens the annotations of a recording for whoever holds the token. `url` is that of a server that may be killed and come back. */
export async function openReader(
  url: string,
  token: string,
  dataObjectId: number,
  /** The session that it loads and is compared by; without one, all of them. */
  { loads }: { loads?: string } = {},
): Promise<AnnotationReader> {
  const link: ReaderLink = { isCut: false, losesAnswers: false };
  const abort = new AbortController();
  async function post(route: Route, body: unknown, signal: AbortSignal): Promise<ArrayBuffer> {
    if (link.isCut) throw new TypeError("The network is cut.");
    const response = await fetch(url + route.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, abort.signal]),
    });
    const bytes = await response.arrayBuffer();
    if (link.isCut || link.losesAnswers) throw new TypeError("The answer was lost.");
    if (response.status === 200) return bytes;
    const text = new TextDecoder().decode(bytes);
    const after = response.headers.get("retry-after");
    const code = text.startsWith("{") ? (JSON.parse(text) as { code?: string }).code : undefined;
    throw new Refused(response.status, code, after === null ? null : Number(after), text);
  }
  const ask = async <R extends Route>(route: R, body: unknown, signal: AbortSignal = abort.signal) =>
    JSON.parse(new TextDecoder().decode(await post(route, body, signal))) as AnswerOf<R>;

  const me = await answerAs(url, token, getCurrentUser, {});
  const kept = new Map<string, KeptChange>();
  const keeper: ChangeKeeper = {
    async keep(changes) {
      for (const one of changes) kept.set(`${one.client} ${one.change.number}`, structuredClone(one));
    },
    async forget(client, numbers) {
      for (const number of numbers) kept.delete(`${client} ${number}`);
    },
    kept: async () => new Map(),
    all: async () => new Map(),
  };
  const socket: Socket<NewsServerEvents, NewsClientEvents> = io(new URL(newsNamespace, url).href, {
    path: socketPath,
    auth: { token },
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  });
  let hear: (sequence: number | null) => void = () => undefined;
  socket.on("connect", () =>
    socket.emit("follow_annotations", { data_object_ids: [dataObjectId] }, () => {
      if (!link.isCut) hear(null);
    }),
  );
  socket.on("annotations_moved", (news) => {
    if (!link.isCut) hear(news?.sequence ?? null);
  });
  const failureOf = (error: unknown): SendFailure => {
    if (!(error instanceof Refused)) return { kind: "away" };
    if (error.status === 400) return { kind: "refused", code: error.code ?? "400", sentence: error.message };
    return { kind: "away", ...(error.retryAfter === null ? {} : { afterMs: 1000 * error.retryAfter }) };
  };
  const store = openAnnotationStore({
    masks: noMaskBook(),
    dataObjectId,
    fileAnnotations: [],
    queue: { owner: String(me.id), dataObjectId },
    me: { user_id: me.id, email: "", full_name: "Reader" },
    newClient: () => randomBytes(16).toString("hex"),
    keeper,
    takeQueue: async () => () => undefined,
    mayCreate: () => true,
    mayDeleteOthers: () => true,
    nowMs: Date.now,
    later(work, ms) {
      // Tests do not wait as long as people do.
      const timer = setTimeout(work, Math.min(ms, 200));
      return () => clearTimeout(timer);
    },
    soon: (work) => void setTimeout(work, 16),
    open: (signal) => ask(openAnnotations, { data_object_id: dataObjectId }, signal),
    async changesAfter(after, signal) {
      try {
        return await ask(getAnnotationChanges, { data_object_id: dataObjectId, after }, signal);
      } catch (error) {
        if (error instanceof Refused && error.code === "log_too_short") return null;
        throw error;
      }
    },
    columns: async (annotation_group_id, after_id, signal): Promise<AnnotationColumns> =>
      decodeAnnotationColumns(await post(getAnnotationColumns, { annotation_group_id, after_id }, signal)),
    send: async (client, changes) =>
      (await ask(changeAnnotations, { data_object_id: dataObjectId, client, changes })).outcomes,
    failureOf,
    sentenceOf: String,
    createGroup: async (annotation_group_name) =>
      (await ask(createAnnotationGroup, { data_object_id: dataObjectId, annotation_group_name })).id,
    async renameGroup(annotation_group_id, new_group_name) {
      await ask(renameAnnotationGroup, { annotation_group_id, new_group_name });
    },
    async deleteGroups(annotation_group_ids) {
      await ask(deleteAnnotationGroups, { annotation_group_ids });
    },
    async restoreGroup(annotation_group_id) {
      await ask(restoreAnnotationGroup, { annotation_group_id });
    },
    history: (annotation_id, before, signal) =>
      ask(getAnnotationHistory, { annotation_id, ...(before === null ? {} : { before }) }, signal),
    follow(listener) {
      hear = listener;
      return () => {
        hear = () => undefined;
      };
    },
    tell: () => undefined,
  });
  const seen = () =>
    [...store.table.inOrder()].map((row) => {
      const { ref, group_id, revision, ...content } = store.table.at(row);
      return rowText(ref, group_id, revision, content);
    });
  return {
    store,
    link,
    seen,
    async settled(withinMs = 30_000) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        store.tryAgain();
        const { sequence } = await answerAs(url, token, openAnnotations, { data_object_id: dataObjectId });
        hear(sequence);
        await new Promise((resolve) => setTimeout(resolve, 100));
        const { phase, unsent, sessions } = store.state;
        const isFetched = sessions.every(
          ({ name, fetched }) => fetched === "yes" || (loads !== undefined && name !== loads),
        );
        const isSame = async () =>
          JSON.stringify(await truthOf(url, token, dataObjectId, loads)) === JSON.stringify(seen().sort());
        if (phase === "ready" && unsent === 0 && isFetched && (await isSame())) return;
        if (performance.now() > deadline) {
          const [mine, theirs] = [new Set(seen()), new Set(await truthOf(url, token, dataObjectId, loads))];
          const more = [...mine].filter((row) => !theirs.has(row));
          const less = [...theirs].filter((row) => !mine.has(row));
          throw new Error(
            `${phase}, ${unsent} unsent; only here: ${more.slice(0, 5)}; only there: ${less.slice(0, 5)}`,
          );
        }
      }
    },
    [Symbol.dispose]() {
      void store.close();
      abort.abort();
      socket.disconnect();
    },
  };
}

/** All annotations of a recording as the server has them, sorted. */
export async function truthOf(url: string, token: string, dataObjectId: number, session?: string): Promise<SeenRow[]> {
  const { groups } = await answerAs(url, token, openAnnotations, { data_object_id: dataObjectId });
  const lists = await answerAs(url, token, getAnnotations, {
    annotation_group_ids: groups.flatMap(({ id, group_name }) =>
      session === undefined || group_name === session ? [id] : [],
    ),
  });
  return Object.values(lists)
    .flat()
    .map(({ id, group_id, revision, ...content }) => rowText(id, group_id, revision, content))
    .sort();
}
