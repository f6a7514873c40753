/** The store of annotations with its real world: calls, news, the browser's storage, toasts. */
import { decodeAnnotationColumns } from "../../../protocol/annotation-columns.ts";
import {
  getAnnotationChanges,
  getAnnotationColumns,
  getAnnotationHistory,
  getAnnotationMasks,
  openAnnotations,
} from "../../../protocol/annotation-log.ts";
import {
  createAnnotationGroup,
  deleteAnnotationGroups,
  renameAnnotationGroup,
  restoreAnnotationGroup,
} from "../../../protocol/annotations.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { followAnnotations } from "../../news/index.ts";
import {
  ApiFailure,
  askedAgain,
  call,
  callForBytes,
  holds,
  makingOnce,
  reasonOf,
  serverNowMs,
  sessionOwner,
  sessionUser,
} from "../../session/index.ts";
import { browserKeeper, failureOf, sendChanges, takeForPage } from "../../unsent/index.ts";
import { createMaskBook } from "./mask-book.ts";
import { openAnnotationStore } from "./store.ts";
import type { AnnotationStore } from "./types.ts";

/** Entries of an annotation's history that are asked for at once. */
const historyPage = 25;
const newClient = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Before the next frame; a page that nobody sees has no frames. */
function soon(work: () => void): void {
  if (document.hidden) setTimeout(work, 100);
  else requestAnimationFrame(work);
}

/** Opens the annotations of a recording for whoever is signed in. */
export function openAnnotationsOf(dataObjectId: number, fileAnnotations: readonly FileAnnotation[]): AnnotationStore {
  const owner = sessionOwner();
  const once = makingOnce();
  const user = sessionUser();
  const name = user === null ? "" : `${user.first_name} ${user.last_name}`.trim();
  return openAnnotationStore({
    dataObjectId,
    fileAnnotations,
    queue: owner === null ? null : { owner, dataObjectId },
    me: user === null ? null : { user_id: user.id, email: user.email, full_name: name || annotationText.unknown },
    newClient,
    keeper: browserKeeper,
    takeQueue: takeForPage,
    mayCreate: () => holds("create_annotations"),
    mayDeleteOthers: () => holds("delete_annotations"),
    nowMs: serverNowMs,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    soon,
    open: (signal) => call(openAnnotations, { data_object_id: dataObjectId }, signal),
    async changesAfter(after, signal) {
      try {
        return await call(getAnnotationChanges, { data_object_id: dataObjectId, after }, signal);
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "log_too_short") return null;
        throw error;
      }
    },
    history: (annotation_id, before, signal) =>
      call(getAnnotationHistory, { annotation_id, most: historyPage, ...(before === null ? {} : { before }) }, signal),
    columns: async (annotation_group_id, after_id, signal) =>
      decodeAnnotationColumns(await callForBytes(getAnnotationColumns, { annotation_group_id, after_id }, signal)),
    send: (client, changes) => sendChanges(owner, dataObjectId, client, changes),
    failureOf,
    sentenceOf: reasonOf,
    async createGroup(annotation_group_name) {
      const made = { data_object_id: dataObjectId, annotation_group_name };
      // Until it was told that there is such a session, nobody can be told apart from who took its name.
      const ask = () => once(made, (request_key) => call(createAnnotationGroup, { ...made, request_key }));
      return (await askedAgain(ask)).id;
    },
    async renameGroup(annotation_group_id, new_group_name) {
      await call(renameAnnotationGroup, { annotation_group_id, new_group_name });
    },
    async deleteGroups(ids) {
      await call(deleteAnnotationGroups, { annotation_group_ids: [...ids] });
    },
    async restoreGroup(annotation_group_id) {
      await call(restoreAnnotationGroup, { annotation_group_id });
    },
    follow: (hear) => followAnnotations(dataObjectId, hear),
    masks: createMaskBook({
      isRefusal: (error) => error instanceof ApiFailure && [400, 403, 404].includes(error.status),
      ask: (id, known, signal) =>
        call(getAnnotationMasks, { data_object_id: id, ...(known === null ? {} : { known_revision: known }) }, signal),
      follow: (id, hear) => followAnnotations(id, hear),
      later(work, ms) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    }),
    tell: (sentence) => toast.error(sentence),
  });
}
