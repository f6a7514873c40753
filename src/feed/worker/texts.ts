import { serverText } from "../../protocol/text/server-text.ts";

/** Sentences a user reads when a page does not come (spec 001 section 8, "Data paging"). */
export const feedTexts = {
  /** What is missing while the connection is not made. */
  waiting: { unavailable: serverText.unchecked, crowded: serverText.crowded, outdated: serverText.outdated },
  notDecoded: "Failed to decode data.",
  timedOut: "Page load timed out.",
  tooManyPixels:
    "Warning: page load failed (too many pixels may cause rendering and performance issues). " +
    "This is not a critical issue, the page will be reloaded.",
  unknownModality: "This recording does not hold the requested signals.",
  noSuchChannel: "The montage names a channel that this recording does not hold.",
  filterRefused: "The low-frequency filter is too high for the sampling rate of this recording.",
  notComputed: "The traces could not be computed.",
  engineFailed: "The signal engine could not be started.",
} as const;
