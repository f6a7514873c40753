/** One news socket of the page, open while somebody listens. */
import type { Connection, openConnection } from "../../feed/connection.ts";
import type { ConnectionState, Credentials } from "../../feed/types.ts";
import {
  type DocumentChanged,
  type NewsClientEvents,
  type NewsServerEvents,
  newsNamespace,
  type PatientsChanged,
} from "../../protocol/news.ts";

/** Null: patients may have changed unheard, while there was no connection. */
export type Heard = (news: PatientsChanged) => void;
/** Null: the same of documents. Told once the socket is there, too: they are read long before. */
export type HeardOfDocuments = (news: DocumentChanged) => void;

export interface News {
  readonly isConnected: () => boolean;
  /** Told when `isConnected` changes. Returns the function that ends it, as does `listen`. */
  watch(tell: () => void): () => void;
  listen(hear: Heard): () => void;
  listenToDocuments(hear: HeardOfDocuments): () => void;
  /** Goes on with these. */
  authorise(credentials: Credentials): void;
}

type Open = typeof openConnection<NewsServerEvents, NewsClientEvents>;

export interface NewsDeps {
  /** What opens the socket: a script that is no part of the page, and comes with the first who listens. */
  opener(): Promise<Open>;
  credentials(): Credentials;
  url(): string;
}

/** From one page to the next the last listener goes and the first comes: the socket stays that long. */
const restMs = 1000;
/** Until it is tried again when the server was away and even the script could not be had. */
const againMs = 15_000;

export function makeNews(world: NewsDeps): News {
  const heard = new Set<Heard>();
  const heardOfDocuments = new Set<HeardOfDocuments>();
  const watchers = new Set<() => void>();
  let connection: Connection<NewsServerEvents, NewsClientEvents> | null = null;
  let hasBeenLost = false;
  let isOpening = false;
  const isListened = () => heard.size + heardOfDocuments.size > 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const tell = (news: PatientsChanged) => {
    for (const hear of [...heard]) hear(news);
  };
  const tellOfDocuments = (news: DocumentChanged) => {
    for (const hear of [...heardOfDocuments]) hear(news);
  };
  const enter = (state: ConnectionState) => {
    for (const watcher of [...watchers]) watcher();
    if (state !== "connected") hasBeenLost = true;
    else {
      tellOfDocuments(null);
      if (hasBeenLost) tell({ patient_keys: null });
      hasBeenLost = false;
    }
  };
  const open = async () => {
    if (isOpening || connection !== null) return;
    isOpening = true;
    const openNow = await world.opener().catch(() => null);
    isOpening = false;
    if (!isListened()) return;
    if (openNow === null) {
      rest = setTimeout(() => void open(), againMs);
      return;
    }
    hasBeenLost = false;
    connection = openNow({
      url: world.url(),
      namespace: newsNamespace,
      credentials: world.credentials(),
      onState: enter,
    });
    connection.socket.on("patients_changed", tell);
    connection.socket.on("document_changed", tellOfDocuments);
  };
  const close = () => {
    connection?.close();
    connection = null;
    for (const watcher of [...watchers]) watcher();
  };
  /** Open as long as somebody listens to anything. */
  const join = <One>(listeners: Set<One>, hear: One) => {
    listeners.add(hear);
    clearTimeout(rest);
    void open();
    return () => {
      listeners.delete(hear);
      if (isListened()) return;
      clearTimeout(rest);
      rest = setTimeout(close, restMs);
    };
  };
  return {
    isConnected: () => connection?.state === "connected",
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    listen: (hear) => join(heard, hear),
    listenToDocuments(hear) {
      if (connection?.state === "connected") hear(null);
      return join(heardOfDocuments, hear);
    },
    authorise: (credentials) => connection?.authorise(credentials),
  };
}
