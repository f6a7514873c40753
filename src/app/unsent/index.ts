export {
  browserKeeper,
  type ChangeKeeper,
  type KeptChange,
  type QueueOwner,
} from "./kept-changes.ts";
export { failureOf, sendChanges } from "./send-changes.ts";
export { UnsentChanges } from "./UnsentChanges.tsx";
export { countUnsent, sendUnsent, takeForPage, tieUnsent } from "./unsent.ts";
export type { SendFailure } from "./write-queue.ts";
