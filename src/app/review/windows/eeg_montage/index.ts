import { carriedMontage } from "../../rows/montage-props.ts";
import type { WindowModule } from "../kind.ts";
import { addressOf, wantedSettings } from "./address.ts";
import { EegMontage } from "./EegMontage.tsx";
import { type EegWindow, openEegWindow } from "./eeg-window.ts";
import { type EegSettings, storedEegSettings } from "./stored.ts";
import { eegTestMembers } from "./test-members.ts";

/** What the catalogue loads. */
export const eegModule: WindowModule<EegSettings, EegWindow> = {
  open: openEegWindow,
  Body: EegMontage,
  stored: storedEegSettings,
  carried: carriedMontage,
  address: {
    read: (search) => ({ ...wantedSettings(search) }),
    write: ({ props }, { recording }) => ({ ...addressOf(props, recording) }),
  },
  testMembers: eegTestMembers,
};
