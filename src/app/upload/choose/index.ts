/** Looking at chosen files in the browser, and removing what identifies a patient from what is sent. */
export { directoriesIn, entriesOf, entriesOfDrop, looseFiles } from "./entries.ts";
export { inspectCns } from "./inspect-cns.ts";
export { inspectEdf } from "./inspect-edf.ts";
export { inspectMedication } from "./inspect-medication.ts";
export { inspectNatus } from "./inspect-natus.ts";
export type { Candidate, CandidateFacts, ChosenDirectory, ChosenEntry, Finding, InspectOptions } from "./types.ts";
