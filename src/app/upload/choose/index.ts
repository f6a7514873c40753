/** Looking at chosen files in the browser, and removing what identifies a patient from what is sent. */
export { directoriesIn, entriesOf, entriesOfDrop, looseFiles } from "./entries.ts";
export { inspectDirectory, inspectFile } from "./inspect.ts";
export type { Candidate, CandidateFacts, ChosenDirectory, ChosenEntry, Finding, InspectOptions } from "./types.ts";
