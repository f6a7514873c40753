/** The news socket: the same path, handshake and end as the data query socket. It says what changed, and hears what is followed. */
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import { Compile } from "typebox/compile";
import { FollowAnnotations } from "../../protocol/annotation-log.ts";
import {
  type FollowRefusal,
  type NewsClientEvents,
  type NewsServerEvents,
  newsLimits,
  newsNamespace,
} from "../../protocol/news.ts";
import { FollowWork, ownUploadNeeds, patientNewsNeeds } from "../../protocol/progress.ts";
import { followedHeads } from "../annotations/index.ts";
import { followedReviews } from "../event-reviews/index.ts";
import type { Bus, BusEvent } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import { TokenBucket } from "../platform/token-bucket.ts";
import { badMessage, placeAnswers } from "../query/answer-places.ts";
import { type Admitted, admission, type PageSocketServer, tieToConnection } from "../query/socket.ts";
import type { SocketAudit } from "../query/socket-audit.ts";
import { type SessionOf, SessionWatch } from "../query/socket-session.ts";
import type { UserRooms } from "../query/user-room.ts";
import { AnnotationFollower } from "./annotation-follower.ts";
import { AnnotationNews } from "./annotation-news.ts";
import { NewsViewer } from "./news-viewer.ts";
import { type NewsLog, PatientNews } from "./patient-news.ts";
import { ToldNumbers } from "./told-numbers.ts";
import { documentFor } from "./viewer-scope.ts";
import { readWork } from "./work-rows.ts";
import { WorkWatch } from "./work-watch.ts";

type NewsSpace = Namespace<NewsClientEvents, NewsServerEvents, DefaultEventsMap, Admitted>;
type NewsSocket = Socket<NewsClientEvents, NewsServerEvents, DefaultEventsMap, Admitted>;

export interface NewsSocketOptions {
  db: Queries;
  bus: Pick<Bus, "listen">;
  sessionOf: SessionOf;
  rooms: UserRooms;
  audit: SocketAudit;
  log: NewsLog;
}

/** Whoever may be told of anything; what of it is asked once more for each piece of news. */
const needs = [...new Set([...patientNewsNeeds, ...ownUploadNeeds])];
const isFollowWork = Compile(FollowWork);
const isFollowAnnotations = Compile(FollowAnnotations);

type Answer = (refusal?: FollowRefusal) => void;
/** What is no function is called by nobody. */
const answerOf = (acknowledge: unknown): Answer =>
  typeof acknowledge === "function" ? (acknowledge as Answer) : () => undefined;

/** Returns the function that ends it. */
export function attachNewsSocket(io: PageSocketServer, options: NewsSocketOptions): () => void {
  const { db, bus, log } = options;
  const space = io.of(newsNamespace) as unknown as NewsSpace;
  const news = new PatientNews({ db, log });
  const work = new WorkWatch({ read: (followed) => readWork(db, followed), log });
  const annotations = new AnnotationNews({
    numberOf: (event) => (event.kind === "annotations-moved" ? event : null),
    heads: (ids) => followedHeads(db, null, ids),
    log,
  });
  const reviews = new AnnotationNews({
    numberOf: (event) => (event.kind === "reviews-moved" ? { ...event, sequence: event.revision } : null),
    heads: (ids) => followedReviews(db, null, ids),
    log,
  });
  const served = new Set<Served>();
  const leave = bus.listen((event) => {
    for (const { hear } of served) hear(event);
    annotations.hear(event);
    reviews.hear(event);
    if (event.kind === "work-moved" || event.kind === "bus-resumed") work.nudge();
  });
  space.use(admission({ ...options, needs }));
  space.on("connection", (socket) => serve(socket, { ...options, news, work, annotations, reviews, served }));
  return () => {
    leave();
    news.close();
    work.close();
    annotations.close();
    reviews.close();
  };
}

/** A viewer who hears of the bus. */
interface Served {
  hear(event: BusEvent): void;
}

interface Serving extends NewsSocketOptions {
  news: PatientNews;
  work: WorkWatch;
  annotations: AnnotationNews;
  reviews: AnnotationNews;
  served: Set<Served>;
}

function serve(socket: NewsSocket, { db, sessionOf, news, work, annotations, reviews, served, log }: Serving): void {
  const { token, session } = socket.data;
  const isCongested = () => !socket.conn.transport.writable;
  const viewer = new NewsViewer({
    db,
    recent: () => news.recent(),
    sendPatients: (changed) => socket.emit("patients_changed", changed),
    sendWork: (moved) => socket.emit("progress", moved),
    isCongested,
  });
  const follower = new AnnotationFollower({
    heads: (known, ids) => followedHeads(db, known, ids),
    send: (moved) => socket.emit("annotations_moved", moved),
    isCongested,
  });
  const reviewNumbers = new ToldNumbers({
    numbers: (ids) => followedReviews(db, session, ids),
    send: (data_object_id, revision) => socket.emit("reviews_moved", { data_object_id, revision }),
    sendUnknown: () => socket.emit("reviews_moved", null),
  });
  const reviewFollower = new AnnotationFollower({
    async heads(known, ids) {
      const numbers = await followedReviews(db, known, ids);
      reviewNumbers.begin(numbers);
      return numbers;
    },
    send: (moved) =>
      moved === null ? socket.emit("reviews_moved", null) : void reviewNumbers.moved(moved.data_object_id),
    isCongested,
  });
  const followers = [follower, reviewFollower];
  const leaveAnnotations = annotations.join(follower);
  const leaveReviews = reviews.join(reviewFollower);
  const leaveNews = news.listen((changed) => viewer.tellPatients(changed));
  const leaveWork = work.join(viewer);
  const watch = new SessionWatch({
    token,
    session,
    sessionOf,
    needs,
    onEnd: () => socket.disconnect(true),
    onScopeChange() {
      viewer.forget();
      for (const one of followers) one.forget();
    },
    onConfirm(confirmed) {
      void viewer.know(confirmed);
      for (const one of followers) void one.know(confirmed);
    },
  });
  const one: Served = {
    hear(event) {
      watch.hear(event);
      const changed = documentFor(event, session);
      if (changed !== undefined) socket.emit("document_changed", changed);
    },
  };
  served.add(one);
  const follows = new TokenBucket(newsLimits.follows, () => performance.now());
  /** Whoever says anew what they follow again and again is sent away. */
  const isFlood = (): boolean => {
    if (follows.take()) return false;
    log.warn({ workspaceId: session.workspaceId, userId: session.userId }, "socket.flood");
    socket.disconnect(true);
    return true;
  };
  placeAnswers(socket);
  socket.on("follow_annotations", (what: unknown, acknowledge: unknown) => {
    if (isFlood()) return;
    const answer = answerOf(acknowledge);
    if (!isFollowAnnotations.Check(what)) return answer(badMessage);
    const followed = followers.map((one) => one.follow(what.data_object_ids));
    void Promise.all(followed).then(() => answer());
  });
  socket.on("follow_work", (what: unknown, acknowledge: unknown) => {
    if (isFlood()) return;
    const answer = answerOf(acknowledge);
    if (!isFollowWork.Check(what)) return answer(badMessage);
    viewer.follow(what);
    void viewer.isKnown.then(() => work.catchUp()).then(() => answer());
  });
  void watch.ask(); // the token may have ended between the handshake and now
  tieToConnection(socket);
  socket.on("disconnect", () => {
    served.delete(one);
    watch.close();
    leaveNews();
    leaveWork();
    viewer.close();
    leaveAnnotations();
    leaveReviews();
    for (const one of followers) one.close();
  });
}
