import { lazy } from "react";

export { pictureTestPath, screenScale, tieScreen } from "./screen-scale.ts";

/** Comes when it is opened. */
export const ScreenCalibration = lazy(() => import("./ScreenCalibration.tsx"));
