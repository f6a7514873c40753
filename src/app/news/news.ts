/** One news socket of the page, open while somebody listens. */
import type { Connection, openConnection } from "../../feed/connection.ts";
import type { ConnectionState, Credentials } from "../../feed/types.ts";
import type { AnnotationsMoved } from "../../protocol/annotation-log.ts";
import type { ReviewsMoved } from "../../protocol/annotation-reviews.ts";
import {
  type DocumentChanged,
  type NewsClientEvents,
  type NewsServerEvents,
  newsLimits,
  newsNamespace,
  type PatientsChanged,
} from "../../protocol/news.ts";
import type { FollowWork, WorkNews } from "../../protocol/progress.ts";
import { makeFollows } from "./follows.ts";

/** Null: patients may have changed unheard, while there was no connection. */
export type Heard = (news: PatientsChanged) => void;
/** Null: the same of documents. Told once the socket is there, too: they are read long before. */
export type HeardOfDocuments = (news: DocumentChanged) => void;
/** The log of a recording moved to this number; null: it may have moved unheard. Told once the server tells of it, too. */
export type HeardOfAnnotations = (sequence: number | null) => void;
/** The same of the reviews of a recording's annotations. */
export type HeardOfReviews = (revision: number | null) => void;
export type HeardOfWork = (news: WorkNews) => void;

export interface News {
  /** Returns the function that ends it, as do the others. */
  listen(hear: Heard): () => void;
  listenToDocuments(hear: HeardOfDocuments): () => void;
  /**
   * Hears how far this work is. As soon as the server tells of it, and whenever the socket was away, its patients count as
   * changed (`listen`) and its uploads are told: what is shown is read anew, so that nothing is missing in between.
   */
  followWork(what: FollowWork, hear: HeardOfWork): () => void;
  /** Hears how far the log of a recording's annotations is. */
  followAnnotations(dataObjectId: number, hear: HeardOfAnnotations): () => void;
  /** Hears how far the reviews of a recording's annotations are. */
  followReviews(dataObjectId: number, hear: HeardOfReviews): () => void;
  /** Goes on with these. */
  authorise(credentials: Credentials): void;
}

type Open = typeof openConnection<NewsServerEvents, NewsClientEvents>;

export interface NewsDeps {
  /** Whether somebody can see the page. */
  isSeen(): boolean;
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
  let connection: Connection<NewsServerEvents, NewsClientEvents> | null = null;
  let hasBeenLost = false;
  let isOpening = false;
  const annotations = new Set<{ dataObjectId: number; hear: HeardOfAnnotations }>();
  const reviews = new Set<{ dataObjectId: number; hear: HeardOfReviews }>();
  const isListened = () => heard.size + heardOfDocuments.size + follows.all.size + annotations.size + reviews.size > 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let withoutNews: ReturnType<typeof setInterval> | undefined;
  const tell = (news: PatientsChanged) => {
    for (const hear of [...heard]) hear(news);
  };
  /** What is read from now on leaves nothing out that is told later. */
  const tellCaughtUp = ({ patient_keys, upload_ids }: FollowWork) => {
    if (patient_keys.length > 0) tell({ patient_keys });
    follows.tell({ moved: [], upload_ids });
  };
  const follows = makeFollows({
    say(what, answer) {
      if (connection?.state !== "connected") return false;
      connection.socket.emit("follow_work", what, answer);
      return true;
    },
    onCaughtUp: tellCaughtUp,
  });
  const tellOfDocuments = (news: DocumentChanged) => {
    for (const hear of [...heardOfDocuments]) hear(news);
  };
  const tellOfAnnotations = (news: AnnotationsMoved) => {
    for (const { dataObjectId, hear } of [...annotations])
      if (news === null) hear(null);
      else if (news.data_object_id === dataObjectId) hear(news.sequence);
  };
  const tellOfReviews = (news: ReviewsMoved) => {
    for (const { dataObjectId, hear } of [...reviews])
      if (news === null) hear(null);
      else if (news.data_object_id === dataObjectId) hear(news.revision);
  };
  const sayAnnotations = () => {
    if (connection?.state !== "connected") return;
    const ids = [...new Set([...annotations, ...reviews].map(({ dataObjectId }) => dataObjectId))];
    // What is read from the answer on leaves nothing out.
    connection.socket.emit("follow_annotations", { data_object_ids: ids }, () => {
      tellOfAnnotations(null);
      tellOfReviews(null);
    });
  };
  const enter = (state: ConnectionState) => {
    if (state !== "connected") {
      hasBeenLost = true;
      follows.forget();
      return;
    }
    tellOfDocuments(null);
    if (hasBeenLost) tell({ patient_keys: null });
    hasBeenLost = false;
    follows.say();
    if (annotations.size + reviews.size > 0) sayAnnotations();
  };
  /** The one poll of the application for what the socket would tell: everything is asked anew every now and then. */
  const askWithoutNews = () => {
    if (connection?.state === "connected" || !world.isSeen()) return;
    hasBeenLost = true;
    tell({ patient_keys: null });
    follows.tell({ moved: [], upload_ids: follows.union().upload_ids });
    tellOfAnnotations(null);
    tellOfReviews(null);
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
    connection.socket.on("progress", follows.tell);
    connection.socket.on("annotations_moved", tellOfAnnotations);
    connection.socket.on("reviews_moved", tellOfReviews);
  };
  const close = () => {
    connection?.close();
    connection = null;
    follows.forget();
    clearInterval(withoutNews);
    withoutNews = undefined;
  };
  /** Open as long as somebody listens to anything. */
  const join = <One>(listeners: Set<One>, hear: One) => {
    listeners.add(hear);
    clearTimeout(rest);
    withoutNews ??= setInterval(askWithoutNews, newsLimits.withoutMs);
    void open();
    return () => {
      listeners.delete(hear);
      if (isListened()) return;
      clearTimeout(rest);
      rest = setTimeout(close, restMs);
    };
  };
  /** Joins those who follow a recording, and says so to the server. */
  const follow = <Hear>(
    listeners: Set<{ dataObjectId: number; hear: Hear }>,
    one: { dataObjectId: number; hear: Hear },
  ) => {
    const end = join(listeners, one);
    sayAnnotations();
    return () => {
      end();
      sayAnnotations();
    };
  };
  return {
    listen: (hear) => join(heard, hear),
    listenToDocuments(hear) {
      if (connection?.state === "connected") hear(null);
      return join(heardOfDocuments, hear);
    },
    followWork(what, hear) {
      const end = join(follows.all, { what, hear });
      follows.say();
      return () => {
        end();
        follows.say();
      };
    },
    followAnnotations: (dataObjectId, hear) => follow(annotations, { dataObjectId, hear }),
    followReviews: (dataObjectId, hear) => follow(reviews, { dataObjectId, hear }),
    authorise: (credentials) => connection?.authorise(credentials),
  };
}
