/** News of patients, work, documents and annotations: a socket that says when something a viewer sees has changed, so that nobody asks again and again. */

import type { AnnotationsMoved, FollowAnnotations } from "./annotation-log.ts";
import type { ReviewsMoved } from "./annotation-reviews.ts";
import type { FollowWork, WorkNews } from "./progress.ts";

/** Namespace on the path of the data query socket, with the same handshake. */
export const newsNamespace = "/news";

export interface PatientsChanged {
  /** Keys of patients of the viewer's projects and sites; null: any of them may have changed. */
  patient_keys: number[] | null;
}

/** A document that the viewer may see was made, changed or deleted. Null: any of them may have been. */
export type DocumentChanged = { id: number; kind: string; revision: number } | null;

export interface NewsServerEvents {
  /** Some tens of milliseconds after it did, and not more often than `newsLimits.annotationsMs` says. */
  annotations_moved(news: AnnotationsMoved): void;
  /** The same of the reviews of those recordings' annotations: told to who follows the annotations. */
  reviews_moved(news: ReviewsMoved): void;
  document_changed(news: DocumentChanged): void;
  /** At most once a second. */
  patients_changed(news: PatientsChanged): void;
  /** How far followed work is (progress.ts); at most once a second. */
  progress(news: WorkNews): void;
}

/** Answered to what is not of the form of its event: what was followed before goes on being followed. */
export interface FollowRefusal {
  readonly error: { readonly code: "bad_request"; readonly message: string };
}

export interface NewsClientEvents {
  /** Answered with nothing once changes are told of. */
  follow_work(what: FollowWork, answer: (refusal?: FollowRefusal) => void): void;
  /** Answered with nothing once changes are told of: what is read after the answer, and what is told from then on, leaves nothing out. */
  follow_annotations(what: FollowAnnotations, answer: (refusal?: FollowRefusal) => void): void;
}

export const newsLimits = {
  /** How often a server that has viewers looks, whatever their number. */
  lookMs: 1000,
  /** A viewer asks anew after a random part of this, so that fifty do not ask in the same moment. */
  spreadMs: 1000,
  /** Keys that are named one by one; more are "any of them". */
  mostKeys: 100,
  /** A viewer without the socket asks this often. */
  withoutMs: 30_000,
  /** A viewer is told of followed annotations at most this often. */
  annotationsMs: 50,
  /** How often a socket may say anew what it follows; more ends it. */
  follows: { perSecond: 5, burst: 60 },
} as const;
