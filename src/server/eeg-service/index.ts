/** Pictures of pages of an EEG (README.md). */
export { encodeGif } from "./gif.ts";
export { makeImage } from "./make.ts";
export { montageNamed } from "./page-plan.ts";
export { paintLabels } from "./paint-labels.ts";
export { createRemoteEegService } from "./remote.ts";
export { addEegServiceRoutes } from "./routes.ts";
export {
  EegServiceFailed,
  embeddedCatalogue,
  type ImageOrder,
  type LabelsOrder,
  type RemoteEegService,
} from "./service.ts";
