/** The settings of this page: the store with its real world, and what components and functions read of it. */
import { useSnapshot } from "valtio";
import { subscribeKey } from "valtio/utils";
import { getDocuments, mergeOwnDocument } from "../../protocol/documents.ts";
import {
  type PersonalSettings,
  personalSettingsKind,
  personalSettingsVersion,
} from "../../protocol/personal-settings.ts";
import { settingsText } from "../../protocol/text/settings-text.ts";
import { toast } from "../../ui/notices/toasts.ts";
import { ApiFailure, call, isSignedIn, reasonOf } from "../session/index.ts";
import { browserOldSettings } from "./old-settings.ts";
import { browserCopy } from "./settings-copy.ts";
import { type CallFailure, makeSettingsStore } from "./settings-store.ts";

const own = { kind: personalSettingsKind, version: personalSettingsVersion };

function failureOf(error: unknown): CallFailure {
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === 401 || !isSignedIn()) return { kind: "signed out" };
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  return { kind: isRefusal ? "refused" : "away", reason: reasonOf(error) };
}

/** The person's document of settings, or null. */
export const askForSettings = async () => (await call(getDocuments, { kinds: [own] })).documents[0] ?? null;

export const settingsStore = makeSettingsStore({
  copy: browserCopy,
  old: browserOldSettings,
  ask: askForSettings,
  send: (changes, isFirst) =>
    call(mergeOwnDocument, {
      ...own,
      changes: changes.map(({ path, value }) => ({ path: [...path], value })),
      ...(isFirst ? { is_first: true } : {}),
    }),
  failureOf,
  tellRefused: (reason) => toast.error(settingsText.refused(reason)),
  later: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
});

const { state } = settingsStore;

/** The settings as they count now. What nobody chose is not there. */
export const currentSettings = (): Readonly<PersonalSettings> => state.shown;

/** For components: they draw again when what they read of it changes. */
export const useSettings = (): Readonly<PersonalSettings> => useSnapshot(state).shown;

/** Calls back in the same tick whenever a setting changed. Returns the untying. */
export const onSettingsChange = (listener: () => void): (() => void) => subscribeKey(state, "shown", listener, true);

/** Chosen by the person: counts at once, and on all their computers once it is saved. */
export const chooseSetting = <
  Name extends "theme" | "clock" | "pace" | "at_annotations" | "coverage" | "sidebar" | "display" | "shortcuts",
>(
  name: Name,
  value: PersonalSettings[Name],
): void => settingsStore.choose({ path: [name], value });

/** Chosen by the person: the theme. */
export const chooseTheme = (theme: "light" | "dark"): void => chooseSetting("theme", theme);

/** Which columns of a table are shown other than at first; undefined: as at first. */
export const chooseColumns = (table: string, columns: Readonly<Record<string, boolean | undefined>>): void =>
  settingsStore.choose(
    ...Object.entries(columns).map(([id, isShown]) => ({ path: ["tables", table, "columns", id], value: isShown })),
  );

/** Why the last choices are not saved yet, or null. */
export const useWaiting = (): string | null => useSnapshot(state).waiting;
