export { progressText } from "./format.ts";
export { fileAnnotationsQuery, recordingQuery, useImport } from "./queries.ts";
