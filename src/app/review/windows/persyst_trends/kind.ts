/** The trends window (spec 2.14) in the catalogue. */
import { defineKind } from "../kind.ts";
import { trendsKindId } from "./kind-id.ts";
import { type TrendsSettings, trendsSettings } from "./stored.ts";
import type { TrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

export const persystTrends = defineKind<TrendsSettings, TrendsWindow>({
  id: trendsKindId,
  title: words.title,
  props: trendsSettings,
  minSize: { width: 360, height: 220 },
  load: async () => (await import("./index.ts")).trendsModule,
});
