/** The store of a review with its real world: calls, news, toasts. */
import {
  createEegMontage,
  deleteEegMontage,
  eegMontageKind,
  eegMontageVersion,
  getEegMontages,
  modifyEegMontage,
} from "../../../protocol/montages.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { listenToDocuments } from "../../news/index.ts";
import { takeMontages } from "../../recordings/index.ts";
import {
  ApiFailure,
  call,
  isNotFound,
  makingOnce,
  onSessionChange,
  reasonOf,
  sessionOwner,
  sessionUser,
} from "../../session/index.ts";
import { type MontageFailure, type MontageStore, makeMontageStore } from "./montage-store.ts";

const version = eegMontageVersion;

/** So long after a review opened it begins to listen: it is drawn first. What it missed by then it is told. */
const listenAfterMs = 3000;

function failureOf(error: unknown): MontageFailure {
  const isChanged = error instanceof ApiFailure && error.code === "document_changed";
  return { kind: isChanged ? "changed" : isNotFound(error) ? "gone" : "other", reason: reasonOf(error) };
}

/** Opens the store of whoever is signed in; it hears of changes until `close`. */
export function openMontageStore(): { store: MontageStore; close: () => void } {
  // Known a little later where the session is still being restored.
  let owner = sessionOwner();
  const unlearn = onSessionChange(() => {
    owner ??= sessionOwner();
  });
  const once = makingOnce();
  const store = makeMontageStore({
    async ask(ids) {
      const early = ids === undefined ? takeMontages() : null;
      const body = ids === undefined ? {} : { eeg_montage_ids: [...ids] };
      return (await (early ?? call(getEegMontages, body))).eeg_montages;
    },
    create({ id, name, channels, type }) {
      const made = { version, name, channels: [...channels], type, user_id: sessionUser()?.id ?? null };
      return once(made, (request_key) => call(createEegMontage, { ...made, eeg_montage_id: id, request_key }));
    },
    modify: ({ id, revision, type }, name, channels) =>
      call(modifyEegMontage, { version, eeg_montage_id: id, revision, name, channels: [...channels], type }),
    remove: ({ id, revision }) => call(deleteEegMontage, { eeg_montage_id: id, revision }),
    failureOf,
    mayWrite: () => sessionOwner() !== null && sessionOwner() === owner,
    tell: (reason) => toast.error(reason),
  });
  let leave = () => {};
  const timer = setTimeout(() => {
    leave = listenToDocuments((news) => {
      if (news === null || news.kind === eegMontageKind) store.hear(news);
    });
  }, listenAfterMs);
  return {
    store,
    close() {
      clearTimeout(timer);
      unlearn();
      leave();
      store[Symbol.dispose]();
    },
  };
}
