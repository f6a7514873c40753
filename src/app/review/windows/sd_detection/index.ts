import { carriedMontage } from "../../rows/montage-props.ts";
import type { WindowModule } from "../kind.ts";
import { SdDetection } from "./SdDetection.tsx";
import { openSdWindow, type SdWindow } from "./sd-window.ts";
import { type SdSettings, storedSdSettings } from "./stored.ts";
import { sdTestMembers } from "./test-members.ts";

/** What the catalogue loads. */
export const sdModule: WindowModule<SdSettings, SdWindow> = {
  open: openSdWindow,
  Body: SdDetection,
  stored: storedSdSettings,
  carried: carriedMontage,
  testMembers: sdTestMembers,
};
