/** Ties the settings to the page: to who is signed in, to the theme, to other tabs and to the server's news. */
import { setTheme } from "../../ui/theme.ts";
import { listenToDocuments } from "../news/index.ts";
import {
  holds,
  isHeld,
  isSignedIn,
  onHeldGivenUp,
  onSessionChange,
  onSessionEnded,
  sessionOwner,
  sessionToken,
} from "../session/index.ts";
import { askForSettings, currentSettings, onSettingsChange, settingsStore } from "./page-settings.ts";
import { copyKey, readCopy } from "./settings-copy.ts";

/** So long after a page opened it begins to listen: a review is drawn first. */
const listenAfterMs = 3000;

/** To be called once, when the session is being restored and before anything is drawn. */
export function tieSettings(): void {
  onSettingsChange(() => setTheme(currentSettings().theme ?? null));
  const hasCopy = sessionToken() !== null && settingsStore.begin();
  if (sessionToken() === null) settingsStore.leave();

  let asked: { token: string; answer: ReturnType<typeof askForSettings> } | null = null;
  let entered: string | null = null;
  /**
   * The question goes out beside the first call of a session, and its answer counts once it is known whose session it is.
   * Where the copy shows what there is to see already, it waits until the calls are through that a page is waiting for.
   */
  const follow = () => {
    const token = sessionToken();
    if (token === null || (hasCopy && !isSignedIn())) return;
    if (asked?.token !== token) {
      asked = { token, answer: askForSettings() };
      asked.answer.catch(() => undefined); // who enters looks at it
    }
    const owner = isSignedIn() ? sessionOwner() : null;
    if (owner === null || entered === token) return;
    entered = token;
    settingsStore.enter(owner, asked.answer);
  };
  follow();
  // The token is told a moment after the phase.
  onSessionChange(() => {
    if (isSignedIn()) follow();
    else queueMicrotask(follow);
  });
  onSessionEnded(() => {
    if (!isHeld()) settingsStore.leave();
  });
  onHeldGivenUp(() => {
    if (!isSignedIn()) settingsStore.leave();
  });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === copyKey) settingsStore.adopt(readCopy(newValue));
  });
  tieNews();
}

/** A page that nobody sees, and who may open no socket, hears nothing: they read anew when the page is seen again. */
function tieNews(): void {
  let end: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = listenAfterMs;
  const isWanted = () => isSignedIn() && document.visibilityState === "visible" && holds("visualize_data");
  const listen = () => {
    timer = undefined;
    if (!isWanted()) return;
    delayMs = 0;
    end = listenToDocuments((news) => settingsStore.hear(news));
  };
  const follow = () => {
    if (isWanted()) {
      if (end === null) timer ??= setTimeout(listen, delayMs);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    end?.();
    end = null;
  };
  onSessionChange(follow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !holds("visualize_data")) settingsStore.hear(null);
    follow();
  });
}
