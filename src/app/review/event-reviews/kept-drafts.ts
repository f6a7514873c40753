/**
 * What a reader has entered of reviews and the server has not acknowledged, in the browser (IndexedDB): one for each account, recording and
 * annotation, the last one written counts. One database, opened for each piece of work.
 */
import { isSameReview } from "../../../domain/event-review/review-form.ts";
import { type ReviewFieldId, type ReviewResponses, reviewFieldIds } from "../../../protocol/annotation-reviews.ts";
import type { QueueOwner } from "../../unsent/index.ts";

/** A review that is not as the server has it. */
export interface ReviewDraft {
  readonly annotationId: number;
  readonly responses: ReviewResponses;
  /** What is typed in fields of numbers and is none that they take. */
  readonly typed: Readonly<Partial<Record<ReviewFieldId, string>>>;
  /** Revision of the reader's own review when it was begun; null: there was none. */
  readonly base: number | null;
  /** It is to be saved, under this name, which makes a save that is sent twice one that is done once; null: it is being entered. */
  readonly save: string | null;
  /** What was sent before it was entered, and was not answered yet; null: nothing. Where the server has just that, nobody else has saved. */
  readonly sent: ReviewResponses | null;
}

/** Where drafts are kept. Everything rejects where the browser's storage is blocked or full. */
export interface DraftKeeper {
  keep(owner: QueueOwner, draft: ReviewDraft): Promise<void>;
  /** Forgets a draft; one that another page has written of the same event since stays. */
  forget(owner: QueueOwner, draft: ReviewDraft): Promise<void>;
  kept(owner: QueueOwner): Promise<readonly ReviewDraft[]>;
}

/** Whether nothing was entered in one draft that is not in the other, and both are the same save. */
export const isSameDraft = (one: ReviewDraft, other: ReviewDraft): boolean =>
  one.annotationId === other.annotationId &&
  one.save === other.save &&
  one.base === other.base &&
  isSameReview(one.responses, other.responses) &&
  reviewFieldIds.every((id) => one.typed[id] === other.typed[id]);

type KeptDraft = QueueOwner & ReviewDraft;

const database = "connect-event-reviews";
const store = "drafts";
const byOwner = "owner";

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () =>
      request.result
        .createObjectStore(store, { keyPath: ["owner", "dataObjectId", "annotationId"] })
        .createIndex(byOwner, ["owner", "dataObjectId"]);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode, { durability: "strict" });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

export const browserDrafts: DraftKeeper = {
  keep: (owner, draft) => within("readwrite", (kept) => kept.put({ ...owner, ...draft } satisfies KeptDraft)),
  forget: ({ owner, dataObjectId }, draft) =>
    within("readwrite", (kept) => {
      const key = [owner, dataObjectId, draft.annotationId];
      const found: IDBRequest<KeptDraft | undefined> = kept.get(key);
      found.onsuccess = () => {
        if (found.result !== undefined && isSameDraft(found.result, draft)) kept.delete(key);
      };
      return found;
    }),
  async kept({ owner, dataObjectId }) {
    const rows = await within<KeptDraft[]>("readonly", (kept) => kept.index(byOwner).getAll([owner, dataObjectId]));
    // Pages of before kept nothing of what was sent.
    return rows.map(({ annotationId, responses, typed, base, save, sent = null }) => ({
      ...{ annotationId, responses, typed, base, save, sent },
    }));
  },
};
