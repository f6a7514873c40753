/** What work the page follows: one list for the server, made of what each listener follows. */
import { type FollowWork, progressLimits, type WorkNews } from "../../protocol/progress.ts";

export interface Follow {
  readonly what: FollowWork;
  hear(news: WorkNews): void;
}

export interface FollowsDeps {
  /** Tells the server, which answers once it tells of changes. False while there is none. */
  say(what: FollowWork, answer: () => void): boolean;
  /** Told what of the list is new to the server, once it has answered. */
  onCaughtUp(what: FollowWork): void;
}

export function makeFollows({ say, onCaughtUp }: FollowsDeps) {
  const all = new Set<Follow>();
  /** What the server was told last; null: nothing, on this connection. */
  let said: FollowWork | null = null;
  let isPlanned = false;
  const union = (): FollowWork => {
    const [patients, uploads] = [new Set<number>(), new Set<number>()];
    for (const { what } of all) {
      for (const key of what.patient_keys) patients.add(key);
      for (const id of what.upload_ids) uploads.add(id);
    }
    return {
      patient_keys: [...patients].slice(0, progressLimits.mostPatients),
      upload_ids: [...uploads].slice(0, progressLimits.mostUploads),
    };
  };
  const sayNow = () => {
    isPlanned = false;
    const what = union();
    const before = said ?? { patient_keys: [], upload_ids: [] };
    if (isSame(what, before)) return;
    const fresh = {
      patient_keys: what.patient_keys.filter((key) => !before.patient_keys.includes(key)),
      upload_ids: what.upload_ids.filter((id) => !before.upload_ids.includes(id)),
    };
    const answer = () => fresh.patient_keys.length + fresh.upload_ids.length > 0 && onCaughtUp(fresh);
    if (say(what, answer)) said = what;
  };
  return {
    /** Who follows something. */
    all,
    union,
    /** The list has changed, or the server is there: several changes are one message. */
    say(): void {
      if (isPlanned) return;
      isPlanned = true;
      queueMicrotask(sayNow);
    },
    /** The connection is gone: the next one is told anew. */
    forget(): void {
      said = null;
    },
    tell(news: WorkNews): void {
      for (const { hear } of [...all]) hear(news);
    },
  };
}

const isSame = (one: FollowWork, other: FollowWork): boolean =>
  isSameList(one.patient_keys, other.patient_keys) && isSameList(one.upload_ids, other.upload_ids);
const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
