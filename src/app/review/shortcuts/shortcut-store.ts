/** The reader's keyboard shortcuts as they count now. Until they are read, and where they cannot be, the first keys do. */
import { proxy, ref, useSnapshot } from "valtio";
import { configsOf, firstShortcuts } from "../../../domain/shortcuts/configs.ts";
import {
  getKeyboardShortcuts,
  type KeyboardShortcuts,
  resetKeyboardShortcuts,
  type ShortcutConfig,
  type ShortcutForm,
  shortcutsKind,
  shortcutsVersion,
  updateKeyboardShortcuts,
} from "../../../protocol/shortcuts.ts";
import { listenToDocuments } from "../../news/index.ts";
import { ApiFailure, call, onSessionChange, reasonOf, reasonOnce, sessionOwner } from "../../session/index.ts";
import { isAsSaved } from "./shortcut-draft.ts";

export interface ShortcutState {
  /** "failed": they could not be read, and the first keys count. */
  status: "loading" | "ready" | "failed";
  failure: string | null;
  /** Replaced, never written into. */
  configs: readonly ShortcutConfig[];
  revision: number;
}

const atFirst = (): ShortcutState => ({
  status: "loading",
  failure: null,
  configs: ref(configsOf(firstShortcuts)),
  revision: 0,
});
const state = proxy<ShortcutState>(atFirst());
/** Of whom they are. */
let owner: string | null = null;
/** Questions so far: only the last one's answer counts. */
let asked = 0;
/** So long after a review opened it begins to listen: it is drawn first. */
const listenAfterMs = 3000;

export const shortcutConfigs = (): readonly ShortcutConfig[] => state.configs;
/** What a list that is edited is made of. */
export const shortcutNow = (): Pick<ShortcutState, "configs" | "revision"> => ({
  configs: state.configs,
  revision: state.revision,
});
export const useShortcutState = () => useSnapshot(state) as ShortcutState;

function take({ configs, revision }: KeyboardShortcuts): void {
  asked++;
  Object.assign(state, { status: "ready", failure: null, configs: ref(configs), revision } satisfies ShortcutState);
}

/** Reads them anew. Never throws: what is known is kept. */
export async function readShortcuts(): Promise<void> {
  const own = ++asked;
  try {
    const answer = await call(getKeyboardShortcuts, {});
    if (own === asked) take(answer);
  } catch (error) {
    if (own !== asked) return;
    state.failure = reasonOf(error);
    if (state.status === "loading") state.status = "failed";
  }
}

/** Saves all of them, as a change of `revision`. "changed": there is a newer one, which is read now. @throws the reason otherwise */
export async function saveShortcuts(configs: readonly ShortcutForm[], revision: number): Promise<"saved" | "changed"> {
  try {
    take(await call(updateKeyboardShortcuts, { version: shortcutsVersion, revision, configs: [...configs] }));
    return "saved";
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== "document_changed") throw new Error(reasonOnce(error));
    await readShortcuts();
    // It was saved, and only the answer was lost.
    return isAsSaved(configs, state.configs) ? "saved" : "changed";
  }
}

/** As they are at first. @throws the reason */
export async function resetShortcuts(): Promise<void> {
  try {
    take(await call(resetKeyboardShortcuts, {}));
  } catch (error) {
    throw new Error(reasonOnce(error));
  }
}

/** Keeps them while a review is open: read at its beginning, and again when the server says that they changed. Returns the end. */
export function openShortcuts(): () => void {
  Object.assign(state, atFirst());
  owner = sessionOwner();
  void readShortcuts();
  const unlearn = onSessionChange(() => {
    const now = sessionOwner();
    if (now === null || now === owner) return;
    // Another person's, or the first who is known: a question of before is not theirs.
    if (owner !== null) void readShortcuts();
    owner = now;
  });
  let leave = () => {};
  const timer = setTimeout(() => {
    leave = listenToDocuments((news) => {
      if (news === null || (news.kind === shortcutsKind && news.revision > state.revision)) void readShortcuts();
    });
  }, listenAfterMs);
  return () => {
    clearTimeout(timer);
    unlearn();
    leave();
    asked++;
  };
}
