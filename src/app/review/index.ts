import { prepareFeed } from "../../feed/index.ts";
import { preparePrefetch } from "../prefetch/preload.ts";
import { sessionToken, workspaceId } from "../session/index.ts";
import { prepareOpeningKind } from "./windows/catalogue.ts";

export { ReviewPage } from "./ReviewPage.tsx";

// Whoever loads the review is about to open one.
prepareOpeningKind();

/** Starts the engine for a review that is in sight, while it is not yet known what for. */
export const prepareReview = prepareFeed;

/** Reserves the recording of a review that is in sight, as soon as it is known that it may be opened. */
export const prepareRecording = (dataObjectId: number): void =>
  preparePrefetch({
    url: location.origin,
    credentials: { token: sessionToken(), workspaceId: workspaceId() },
    dataObjectId,
  });
