/** The EEG window of the EEG image service (spec 2.14) in the catalogue. */
import { defineKind } from "../kind.ts";
import { persystEegKindId } from "./kind-id.ts";
import type { PersystEegWindow } from "./persyst-window.ts";
import { type PersystSettings, persystSettings } from "./stored.ts";
import { words } from "./words.ts";

export const persystEeg = defineKind<PersystSettings, PersystEegWindow>({
  id: persystEegKindId,
  title: words.title,
  props: persystSettings,
  minSize: { width: 220, height: 182 },
  load: async () => (await import("./index.ts")).persystEegModule,
});
