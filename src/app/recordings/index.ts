export { askForDisplays, takeLayouts, takeMontages } from "./early-answers.ts";
export { progressText } from "./format.ts";
export { fileAnnotationsQuery, recordingQuery, useImport } from "./queries.ts";
