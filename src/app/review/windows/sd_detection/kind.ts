/** The SD detection window (spec 2.12) in the catalogue. */
import { defineKind } from "../kind.ts";
import { sdKindId } from "./kind-id.ts";
import type { SdWindow } from "./sd-window.ts";
import { type SdSettings, sdSettings } from "./stored.ts";
import { words } from "./words.ts";

export const sdDetection = defineKind<SdSettings, SdWindow>({
  id: sdKindId,
  title: words.title,
  props: sdSettings,
  minSize: { width: 260, height: 200 },
  load: async () => (await import("./index.ts")).sdModule,
});
