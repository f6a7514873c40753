import type { WindowModule } from "../kind.ts";
import { PersystTrends } from "./PersystTrends.tsx";
import { storedTrendsSettings, type TrendsSettings } from "./stored.ts";
import { trendsTestMembers } from "./test-members.ts";
import { openTrendsWindow, type TrendsWindow } from "./trends-window.ts";

/** What the catalogue loads. */
export const trendsModule: WindowModule<TrendsSettings, TrendsWindow> = {
  open: openTrendsWindow,
  Body: PersystTrends,
  stored: storedTrendsSettings,
  testMembers: trendsTestMembers,
};
