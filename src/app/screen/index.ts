import { text } from "../../protocol/text/text.ts";
import { fetched } from "../../ui/fetched.tsx";

export { pictureTestPath, screenScale, tieScreen } from "./screen-scale.ts";

/** Comes when it is opened. */
export const ScreenCalibration = fetched(
  async () => (await import("./ScreenCalibration.tsx")).default,
  text.failed.notFetched,
);
