/** The one news socket of the page. */
import { onSessionChange, sessionToken, workspaceId } from "../session/index.ts";
import { type HeardOfDocuments, makeNews } from "./news.ts";

const credentials = () => ({ token: sessionToken(), workspaceId: workspaceId() });

export const news = makeNews({
  opener: async () => (await import("../../feed/connection.ts")).openConnection,
  credentials,
  url: () => location.origin,
});

/** Hears of documents that change. Returns the function that ends it. */
export function listenToDocuments(hear: HeardOfDocuments): () => void {
  const leave = news.listenToDocuments(hear);
  // Another session while it is open: the socket goes on with that one's token.
  const untie = onSessionChange(() => queueMicrotask(() => news.authorise(credentials())));
  return () => {
    untie();
    leave();
  };
}
