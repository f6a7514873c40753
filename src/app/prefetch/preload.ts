/**
 * What the review takes of this folder. Its own door: through the folder's other one the review would load the tables of
 * the lists before its first picture, and the lists the socket.
 */
export { PreloadActions } from "./PreloadActions.tsx";
export { PreloadItem } from "./PreloadItem.tsx";
export { PreloadProblem } from "./PreloadProblem.tsx";
export { PreloadReserved } from "./PreloadReserved.tsx";
export { preparePrefetch } from "./prepared-prefetch.ts";
export { type Prefetch, usePrefetch } from "./use-prefetch.ts";
export { usePrefetchCheck } from "./use-prefetch-check.ts";
