/** The store of a review with its real world: calls, news, settings, toasts. */
import {
  createLayout,
  deleteLayout,
  displayGroupKind,
  displayGroupVersion,
  getLayouts,
  modifyLayout,
  updateWindowProperties,
} from "../../../protocol/displays.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { chooseSetting, currentSettings } from "../../documents/index.ts";
import { listenToDocuments } from "../../news/index.ts";
import { takeLayouts } from "../../recordings/index.ts";
import {
  ApiFailure,
  call,
  callOnLeaving,
  canOutlivePage,
  isHeld,
  makingOnce,
  onSessionChange,
  reasonOf,
  sessionOwner,
} from "../../session/index.ts";
import { type DisplayStore, makeDisplayStore } from "./display-store.ts";
import type { CallFailure, Chosen } from "./display-store-types.ts";

const version = displayGroupVersion;

/** So long after a review opened it begins to listen: it is drawn first. What it missed by then it is told. */
const listenAfterMs = 3000;

function failureOf(error: unknown): CallFailure {
  const reason = reasonOf(error);
  if (!(error instanceof ApiFailure)) return { kind: "away", reason };
  if (error.code === "document_changed") return { kind: "changed", reason };
  // Without a session the review waits for the next one (`use-kept.ts`); what is not saved waits with it.
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
  return { kind: isRefusal ? "refused" : "away", reason };
}

/** Opens the store of whoever is signed in; it hears of changes until `close`. `addressed`: the display that the address names. */
export function openDisplayStore(addressed: Chosen | null): { store: DisplayStore; close: () => void } {
  // Known a little later where the session is still being restored.
  let owner = sessionOwner();
  const unlearn = onSessionChange(() => {
    owner ??= sessionOwner();
  });
  let isClosed = false;
  const once = makingOnce();
  const store = makeDisplayStore({
    ask: () => takeLayouts() ?? call(getLayouts, {}),
    create(name, layouts, layout_type) {
      const made = { version, name, layouts: [...layouts], layout_type };
      return once(made, (request_key) => call(createLayout, { ...made, request_key }));
    },
    modify: ({ id, revision, type }, name, layouts, isLeaving) =>
      (isLeaving ? callOnLeaving : call)(modifyLayout, {
        ...{ version, layout_id: id, revision, name },
        layouts: [...layouts],
        layout_type: type,
      }),
    remove: ({ id, revision }) => call(deleteLayout, { layout_id: id, revision }),
    update: (layout_id, updates, isLeaving) =>
      (isLeaving ? callOnLeaving : call)(updateWindowProperties, { version, layout_id, updates: [...updates] }),
    canOutlivePage,
    failureOf,
    mayWrite() {
      const now = sessionOwner();
      if (now !== null) return now === owner ? "yes" : "never";
      // A page that is held waits for its owner; one that was left does not.
      return isClosed && !isHeld() ? "never" : "later";
    },
    tell: (reason) => toast.error(reason),
    remembered: () => currentSettings().display ?? null,
    addressed,
    remember: (chosen) => chooseSetting("display", { ...chosen }),
    now: Date.now,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  let leave = () => {};
  const timer = setTimeout(() => {
    leave = listenToDocuments((news) => {
      if (news === null || news.kind === displayGroupKind) store.hear(news);
    });
  }, listenAfterMs);
  return {
    store,
    close() {
      isClosed = true;
      clearTimeout(timer);
      unlearn();
      leave();
      store[Symbol.dispose]();
    },
  };
}
