import type { WindowModule } from "../kind.ts";
import { PersystEeg } from "./PersystEeg.tsx";
import { openPersystEeg, type PersystEegWindow } from "./persyst-window.ts";
import { type PersystSettings, storedPersystSettings } from "./stored.ts";

/** What the catalogue loads. */
export const persystEegModule: WindowModule<PersystSettings, PersystEegWindow> = {
  open: openPersystEeg,
  Body: PersystEeg,
  stored: storedPersystSettings,
  testMembers: ({ images }) => ({ images: () => images.shown() }),
};
