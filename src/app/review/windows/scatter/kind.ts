/** The scatter window (spec 2.15) in the catalogue. */
import { defineKind } from "../kind.ts";
import { scatterKindId } from "./kind-id.ts";
import type { ScatterWindow } from "./scatter-window.ts";
import { type ScatterSettings, scatterSettings } from "./stored.ts";
import { words } from "./words.ts";

export const scatter = defineKind<ScatterSettings, ScatterWindow>({
  id: scatterKindId,
  title: words.title,
  props: scatterSettings,
  minSize: { width: 260, height: 200 },
  load: async () => (await import("./index.ts")).scatterModule,
});
