/** Analyses of recordings as derived groups: described, looked up and read like recorded ones. */
export { addAnalysisRoutes } from "./analysis-routes.ts";
export { BlockMeans } from "./block-means.ts";
export { BlockSums } from "./block-sums.ts";
export { ChannelReader, type StoredReader } from "./channel-reader.ts";
export { derivedReader, type GroupReader } from "./derived-reader.ts";
export { analysisId, channelsOf, sourceFacts, sourceRuns } from "./describe.ts";
export { analysisOf, lookUpAnalysis } from "./look-up.ts";
export { indexTimes, indexWindowMs, type OptimumWindow, optimumWindow } from "./optimum-values.ts";
export { endOfSamples, firstSampleFrom, gridPlaces } from "./source-times.ts";
export type { Bringing, StoredOutput, StoredRuns } from "./stored-run.ts";
export { trendLookAheadMs } from "./trend-grid.ts";
export { hasTrends, leastPairs, pairsOfTrend, sideOfTrend, trendPairs } from "./trend-pairs.ts";
export {
  AnalysisRefused,
  analysisRefusals,
  type DerivedRecording,
  isDerived,
  type MasksOf,
  SourceNotReady,
} from "./types.ts";
