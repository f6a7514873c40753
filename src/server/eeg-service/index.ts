/** Pictures of pages of an EEG (README.md). */
export { encodeGif } from "./gif.ts";
export { makeImage } from "./make.ts";
export { montageNamed } from "./page-plan.ts";
export { paintLabels } from "./paint-labels.ts";
export { paintTrendLabels } from "./paint-trend-labels.ts";
export { isTrendPanel, paintTrends, type TrendReadMade, trendReads } from "./paint-trends.ts";
export { createRemoteEegService } from "./remote.ts";
export { addEegServiceRoutes } from "./routes.ts";
export {
  EegServiceFailed,
  embeddedCatalogue,
  type ImageOrder,
  type LabelsOrder,
  type RemoteEegService,
  type TrendImageOrder,
  type TrendLabelImages,
  type TrendLabelsOrder,
} from "./service.ts";
export { withToldFailures } from "./told-failures.ts";
export { trendPalette } from "./trend-palette.ts";
