export { progressText } from "./format.ts";
export { fileAnnotationsQuery, recordingQuery } from "./queries.ts";
