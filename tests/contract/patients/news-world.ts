/** Viewers of the news socket. */
import { io, type Socket } from "socket.io-client";
import { Compile } from "typebox/compile";
import type { AnnotationsMoved } from "../../../src/protocol/annotation-log.ts";
import type { ReviewsMoved } from "../../../src/protocol/annotation-reviews.ts";
import { type NewsClientEvents, type NewsServerEvents, newsNamespace } from "../../../src/protocol/news.ts";
import { socketPath } from "../../../src/protocol/pages.ts";
import { type FollowWork, type MovedWork, WorkNews } from "../../../src/protocol/progress.ts";

export interface NewsViewer {
  /** Keys of patients, a piece of news each. */
  heard: (number[] | null)[];
  /** How far followed work was, as it was told. */
  moved: MovedWork[];
  /** Own uploads of which something changed. */
  uploads: number[];
  /** Where followed annotations stand, as it was told. */
  annotations: AnnotationsMoved[];
  /** Where the reviews of those stand, as it was told. */
  reviews: ReviewsMoved[];
  /** Resolves once this was heard, before or from now on. */
  hears(key: number | null): Promise<void>;
  /** Resolves once the condition holds of what was heard, before or from now on. */
  until(holds: () => boolean): Promise<void>;
  /** Follows work, until changes are seen. */
  follow(what: Partial<FollowWork>): Promise<void>;
  followAnnotations(...recordingIds: number[]): Promise<void>;
  socket: Socket<NewsServerEvents, NewsClientEvents>;
}

const workNews = Compile(WorkNews);

/** @throws an Error with the code of a refused handshake */
export async function viewNews(url: string, token: string): Promise<NewsViewer> {
  const socket: NewsViewer["socket"] = io(new URL(newsNamespace, url).href, {
    path: socketPath,
    auth: { token },
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
  });
  const heard: NewsViewer["heard"] = [];
  const moved: MovedWork[] = [];
  const uploads: number[] = [];
  const annotations: NewsViewer["annotations"] = [];
  const waiting = new Set<() => void>();
  const reviews: NewsViewer["reviews"] = [];
  const look = () => {
    for (const one of waiting) one();
  };
  socket.on("patients_changed", ({ patient_keys }) => {
    heard.push(patient_keys);
    look();
  });
  socket.on("progress", (news) => {
    if (!workNews.Check(news)) throw new Error(`Not of its schema: ${JSON.stringify(news)}`);
    moved.push(...news.moved);
    uploads.push(...news.upload_ids);
    look();
  });
  socket.on("annotations_moved", (news) => {
    annotations.push(news);
    look();
  });
  socket.on("reviews_moved", (news) => {
    reviews.push(news);
    look();
  });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const one = () => {
        if (!holds()) return;
        waiting.delete(one);
        resolve();
      };
      waiting.add(one);
      one();
    });
  return {
    heard,
    moved,
    uploads,
    annotations,
    reviews,
    socket,
    until,
    hears: (key) => until(() => heard.some((keys) => (key === null ? keys === null : keys?.includes(key) === true))),
    followAnnotations: (...data_object_ids) =>
      new Promise((resolve) => socket.emit("follow_annotations", { data_object_ids }, () => resolve())),
    follow: ({ patient_keys = [], upload_ids = [] }) =>
      new Promise((resolve) => socket.emit("follow_work", { patient_keys, upload_ids }, () => resolve())),
  };
}
