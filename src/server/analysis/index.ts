/** Analyses of recordings as derived groups: described, looked up and read like recorded ones. */
export { addAnalysisRoutes } from "./analysis-routes.ts";
export { BlockSums } from "./block-sums.ts";
export { derivedReader, type GroupReader } from "./derived-reader.ts";
export { analysisId, sourceFacts, sourceRuns } from "./describe.ts";
export { analysisOf, lookUpAnalysis } from "./look-up.ts";
export { endOfSamples, firstSampleFrom } from "./source-times.ts";
export { AnalysisRefused, type DerivedRecording, isDerived, type MasksOf, SourceNotReady } from "./types.ts";
