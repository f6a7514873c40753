/**
 * Parts of sessions as columns, kept in memory: what was read at a number of the log stays true with the log's tail on top, which
 * readers ask for anyway. Whoever asks has been asked for their rights before, each time.
 */
import { decodeAnnotationColumns, encodeAnnotationColumns } from "../../protocol/annotation-columns.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import type { ReadPart } from "./parts.ts";

/** Memory for all of them: a part of 50,000 takes 0.5 to 4 MB. */
const defaultBudgetBytes = 192 * 1024 * 1024;
/** Entries of the log after which a part is read anew: two answers of the log. */
const longestTail = 4000;

type Bytes = Uint8Array<ArrayBuffer>;

interface Kept {
  bytes: Bytes;
  sequence: number;
  /** Whoever made one of them. */
  readonly makers: readonly number[];
  /** People that `bytes` names, as JSON. */
  people: string;
}

export interface PartWanted {
  readonly groupId: number;
  readonly afterId: number;
  /** Of the log, now. */
  readonly sequence: number;
  /** Nothing older counts: the session was brought back then. */
  readonly since: number;
}

export interface PartSource {
  read(groupId: number, afterId: number): Promise<ReadPart>;
  people(ids: readonly number[]): Promise<AnnotationPerson[]>;
}

export class PartCache {
  /** Used last comes last. */
  private readonly kept = new Map<string, Kept>();
  private readonly reading = new Map<string, Promise<Kept>>();
  private bytes = 0;

  constructor(
    private readonly source: PartSource,
    private readonly budgetBytes = defaultBudgetBytes,
  ) {}

  /** The part, encoded. What is asked for at the same time is read once. */
  async get(wanted: PartWanted): Promise<Bytes> {
    const key = `${wanted.groupId} ${wanted.afterId}`;
    const kept = this.fresh(key, wanted) ?? (await this.readOnce(key, wanted));
    const people = await this.source.people(kept.makers);
    const said = JSON.stringify(people);
    if (kept.people !== said) {
      const before = kept.bytes;
      kept.bytes = encodeAnnotationColumns(withPeople(before, people));
      kept.people = said;
      if (this.kept.get(key) === kept) this.bytes += kept.bytes.length - before.length;
    }
    return kept.bytes;
  }

  private fresh(key: string, { sequence, since }: PartWanted): Kept | null {
    const kept = this.kept.get(key);
    if (kept === undefined) return null;
    const tail = sequence - kept.sequence;
    const isGood = kept.sequence >= since && tail <= longestTail;
    this.drop(key);
    if (!isGood) return null;
    this.keep(key, kept);
    return kept;
  }

  private async readOnce(key: string, { groupId, afterId, sequence, since }: PartWanted): Promise<Kept> {
    const name = `${key} ${since}`;
    const under = this.reading.get(name);
    if (under !== undefined) return under;
    const reading = this.source.read(groupId, afterId).then(({ columns, makers }): Kept => {
      const bytes = encodeAnnotationColumns({ ...columns, sequence, people: makers.map(nobody) });
      const kept = { bytes, sequence, makers, people: "" };
      this.drop(key);
      this.keep(key, kept);
      return kept;
    });
    this.reading.set(name, reading);
    try {
      return await reading;
    } finally {
      this.reading.delete(name);
    }
  }

  private keep(key: string, kept: Kept): void {
    if (kept.bytes.length > this.budgetBytes) return;
    this.kept.set(key, kept);
    this.bytes += kept.bytes.length;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.budgetBytes) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const kept = this.kept.get(key);
    if (kept === undefined) return;
    this.kept.delete(key);
    this.bytes -= kept.bytes.length;
  }
}

/** In its place until people are asked for. */
const nobody = (user_id: number): AnnotationPerson => ({ user_id, email: "", full_name: "" });

/** The same columns with people as they are called now; whoever has gone is nobody, and accounts do not come back. */
function withPeople(bytes: Bytes, people: readonly AnnotationPerson[]) {
  const columns = decodeAnnotationColumns(bytes.buffer);
  const placeOf = new Map(people.map(({ user_id }, k) => [user_id, k + 1]));
  const places = [0, ...columns.people.map(({ user_id }) => placeOf.get(user_id) ?? 0)];
  return { ...columns, people: [...people], person: columns.person.map((k) => places[k]) };
}
