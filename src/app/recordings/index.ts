export { askForLayouts, takeLayouts } from "./early-layouts.ts";
export { progressText } from "./format.ts";
export { fileAnnotationsQuery, recordingQuery, useImport } from "./queries.ts";
