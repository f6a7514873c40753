/** The EEG Montage window (spec 2.11) in the catalogue. */
import { text } from "../../../../protocol/text/text.ts";
import { defineKind } from "../kind.ts";
import type { EegWindow } from "./eeg-window.ts";
import { type EegSettings, eegSettings } from "./stored.ts";

export const eegMontage = defineKind<EegSettings, EegWindow>({
  id: "eeg_montage",
  title: text.window.eegMontage,
  props: eegSettings,
  minSize: { width: 220, height: 160 },
  load: async () => (await import("./index.ts")).eegModule,
});
