export { durationText, fileSize, startText } from "./format.ts";
export { fileAnnotationsQuery, recordingQuery } from "./queries.ts";
export { RecordingsPage } from "./RecordingsPage.tsx";
