// The rendering core: kernels on byte offsets and counts. No allocation, no imports but the memory.
export { addSpans, correlation, differences, keepBetween, meansOf, spanEdges } from "./averages";
export { cascade32 } from "./cascade32";
export { cascade64 } from "./cascade64";
export { xxHash64 } from "./checksum";
export { codecWork, decodeBlock, encodeBlock } from "./codec";
export { averageOf, deriveGroups, neighboursOf, splitGroups } from "./derive";
export { quantile, runningMedians } from "./medians";
export { closeColumn, minMaxGroups, openColumn } from "./minmax";
export { binFisher, fitOptimum, indexSamples, optimumSeries } from "./optimum";
export { columnsFloat32, columnsInt16, decimate, decimateTimed, mergeFloat32, mergeInt16 } from "./planar";
export { addBlocks, rollingMeans } from "./rolling";
export { endRuns, flushDenormals } from "./runs";
export { scaleChannels, scaleFloat32, scaleInt16, scaleInt24 } from "./scale";
export { sdAdd, sdCandidates, sdExcursions, sdRest, sdRow } from "./sd";
export { countCodes, fitParabola, histogram } from "./statistics";
export { percentilesBytes, suppressedIn, trendPercentiles } from "./trend-counts";
export { trendBlank, trendExtremes, trendFilter, trendSquares, welchAdd } from "./trends";
