/** The recordings one connection may ask for. Pages come in bursts: what was read this lately is not read again. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { Recordings, UserScope } from "../recordings/index.ts";

/** Null: there is no such recording for whoever asks. */
export type LookUp = (dataObjectId: number) => Promise<RecordingDetail | null>;

/** So long a right that was lost, or a recording that was removed, may still be answered for. */
const freshMs = 1000;
const maxRemembered = 64;

export class RecordingLookup {
  private readonly remembered = new Map<number, { at: number; found: Promise<RecordingDetail | null> }>();

  constructor(
    private readonly recordings: Pick<Recordings, "get">,
    private readonly scope: UserScope,
  ) {}

  /** Null when there is none in the scope. */
  readonly get: LookUp = (dataObjectId) => {
    const known = this.remembered.get(dataObjectId);
    if (known !== undefined && performance.now() - known.at < freshMs) return known.found;
    const found = this.recordings.get(dataObjectId, this.scope);
    this.remembered.delete(dataObjectId);
    this.remembered.set(dataObjectId, { at: performance.now(), found });
    if (this.remembered.size > maxRemembered) this.remembered.delete(this.remembered.keys().next().value as number);
    const drop = () => {
      if (this.remembered.get(dataObjectId)?.found === found) this.remembered.delete(dataObjectId);
    };
    // Only what is there and complete is worth remembering.
    found.then((detail) => detail?.state !== "ready" && drop(), drop);
    return found;
  };

  /** The user's projects or sites may have changed. */
  forget(): void {
    this.remembered.clear();
  }
}
