/** The one news socket of the page. */
import type { FollowWork } from "../../protocol/progress.ts";
import { onSessionChange, sessionToken, workspaceId } from "../session/index.ts";
import {
  type HeardOfAnnotations,
  type HeardOfDocuments,
  type HeardOfReviews,
  type HeardOfWork,
  makeNews,
} from "./news.ts";
import { inSight } from "./sight.ts";

const credentials = () => ({ token: sessionToken(), workspaceId: workspaceId() });

export const news = makeNews({
  opener: async () => (await import("../../feed/connection.ts")).openConnection,
  credentials,
  url: () => location.origin,
  isSeen: inSight,
});

/** Hears of documents that change. Returns the function that ends it. */
export const listenToDocuments = (hear: HeardOfDocuments): (() => void) => withSession(news.listenToDocuments(hear));

/** Hears how far work is (`News.followWork`). Returns the function that ends it. */
export const followWork = (what: FollowWork, hear: HeardOfWork): (() => void) =>
  withSession(news.followWork(what, hear));

/** Hears how far the log of a recording's annotations is (`News.followAnnotations`). Returns the function that ends it. */
export const followAnnotations = (dataObjectId: number, hear: HeardOfAnnotations): (() => void) =>
  withSession(news.followAnnotations(dataObjectId, hear));

/** Hears how far the reviews of a recording's annotations are (`News.followReviews`). Returns the function that ends it. */
export const followReviews = (dataObjectId: number, hear: HeardOfReviews): (() => void) =>
  withSession(news.followReviews(dataObjectId, hear));

/** Another session while it is open: the socket goes on with that one's token. */
function withSession(leave: () => void): () => void {
  const untie = onSessionChange(() => queueMicrotask(() => news.authorise(credentials())));
  return () => {
    untie();
    leave();
  };
}
