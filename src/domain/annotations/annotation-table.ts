/**
 * Annotations of a recording on the page: columns in typed arrays, texts said once, an interval index. Rows never change their times in
 * place: what moves gets a new row, and the old one is dead.
 */
import type { AnnotationColumns, AnnotationStyle } from "../../protocol/annotation-columns.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import { type AnnotationRef, type AnnotationRow, type AnnotationWrite, styleOf } from "./annotation-row.ts";
import { IntervalIndex, sortedByStart } from "./interval-index.ts";
import { Numbered } from "./numbered.ts";

const alive = 1;
const loaded = 2;
const shown = alive | loaded;

/** Rows [first, first + ids.length) of a part of a session, with their ids ascending. */
interface Part {
  readonly ids: Uint32Array;
  readonly first: number;
}

const itself = (text: string) => text;

export class AnnotationTable {
  readonly titles = new Numbered<string>(itself);
  readonly descriptions = new Numbered<string>(itself);
  readonly styles = new Numbered<AnnotationStyle>((style) => JSON.stringify(styleOf(style)));
  readonly people = new Numbered<AnnotationPerson>((person) => JSON.stringify(person));
  /** Grows with every change of what is here. */
  revision = 0;
  private count = 0;
  starts = new Float64Array(64);
  ends = new Float64Array(64);
  madeAt = new Float64Array(64);
  private revisions = new Float64Array(64);
  private refs = new Float64Array(64);
  groups = new Int32Array(64);
  title = new Uint32Array(64);
  /** Number of its description in `descriptions`. */
  description = new Uint32Array(64);
  style = new Uint32Array(64);
  /** Number in `people` plus one; 0: nobody. */
  person = new Uint32Array(64);
  private flags = new Uint8Array(64);
  private readonly parts: Part[] = [];
  /** Rows of refs that no part holds, or that moved out of theirs; -1: gone. */
  private readonly moved = new Map<AnnotationRef, number>();
  /** Ids of those that were made here. */
  private readonly renamed = new Map<AnnotationRef, number>();
  /** Of a session: how many are alive, how many of them are loaded. */
  private readonly counts = new Map<number, { alive: number; loaded: number }>();
  private index: IntervalIndex | null = null;
  private order: { revision: number; rows: Uint32Array } | null = null;

  /** Adds a part of a session that was read; rows that are newer here stay. */
  addPart(columns: AnnotationColumns, isLoaded: boolean): void {
    const { count } = columns;
    this.reserve(count);
    const first = this.count;
    const titles = Uint32Array.from(columns.titles, (title) => this.titles.of(title));
    const descriptions = Uint32Array.from(columns.descriptions, (one) => this.descriptions.of(one));
    const styles = Uint32Array.from(columns.styles, (style) => this.styles.of(styleOf(style)));
    const people = Uint32Array.from([0, ...columns.people.map((one) => this.people.of(one) + 1)]);
    this.starts.set(columns.starts, first);
    this.ends.set(columns.ends, first);
    this.madeAt.set(columns.madeAt, first);
    this.revisions.set(columns.revisions, first);
    this.refs.set(columns.ids, first);
    this.groups.fill(columns.annotation_group_id, first, first + count);
    let live = count;
    for (let k = 0; k < count; k++) {
      const row = first + k;
      this.title[row] = titles[columns.title[k]];
      this.description[row] = descriptions[columns.description[k]];
      this.style[row] = styles[columns.style[k]];
      this.person[row] = people[columns.person[k]];
      this.flags[row] = isLoaded ? shown : alive;
    }
    for (const [ref, row] of this.moved) {
      const at = ref > 0 ? lowerBound(columns.ids, ref) : count;
      if (at >= count || columns.ids[at] !== ref || (row >= 0 && (this.flags[row] & alive) === 0)) continue;
      // What was heard of it since is newer than the part.
      this.flags[first + at] = 0;
      live--;
    }
    // One that went from one session to another between their parts is in both: the newer one counts.
    for (const part of this.parts) live -= this.withoutTwins(part, { ids: columns.ids, first });
    this.count += count;
    this.parts.push({ ids: columns.ids, first });
    const counts = this.countsOf(columns.annotation_group_id);
    counts.alive += live;
    if (isLoaded) counts.loaded += live;
    this.changed(true);
  }

  /** Of annotations that stand in two parts the older one goes; how many rows of the second part did. */
  private withoutTwins(one: Part, other: Part): number {
    if (one.ids.length === 0 || other.ids.length === 0) return 0;
    if (one.ids[0] > other.ids[other.ids.length - 1] || other.ids[0] > one.ids[one.ids.length - 1]) return 0;
    let gone = 0;
    for (let k = lowerBound(one.ids, other.ids[0]), m = 0; k < one.ids.length && m < other.ids.length; ) {
      const difference = one.ids[k] - other.ids[m];
      if (difference === 0) {
        const [row, twin] = [one.first + k, other.first + m];
        if ((this.flags[row] & this.flags[twin] & alive) !== 0) {
          if (this.revisions[row] >= this.revisions[twin]) {
            this.flags[twin] = 0;
            gone++;
          } else this.kill(row);
        }
      }
      if (difference <= 0) k++;
      if (difference >= 0) m++;
    }
    return gone;
  }

  /** Takes all annotations of a session out, but for those that the server does not have yet. */
  dropGroup(groupId: number): void {
    for (let row = 0; row < this.count; row++) {
      if (this.groups[row] !== groupId || (this.flags[row] & alive) === 0 || this.refs[row] < 0) continue;
      this.flags[row] = 0;
      if (this.moved.get(this.refs[row]) === row) this.moved.delete(this.refs[row]);
    }
    this.counts.delete(groupId);
    this.countAnew(groupId);
    this.changed(true);
  }

  /**
   * Puts parts of a session that were read anew in the place of what is here of it. What `isNewer` names stays as it is, and so do those that the
   * server does not have yet; one that was loaded, or not, by itself stays so.
   */
  replaceGroup(
    groupId: number,
    parts: readonly AnnotationColumns[],
    { isLoaded, isNewer }: { isLoaded: boolean; isNewer: (ref: AnnotationRef, revision: number) => boolean },
  ): void {
    const kept: AnnotationRow[] = [];
    const others: AnnotationRef[] = [];
    for (const row of this.rowsOfGroup(groupId)) {
      const ref = this.refs[row];
      if (ref < 0) continue;
      if (isNewer(ref, this.revisions[row])) kept.push(this.at(row));
      else if ((this.flags[row] === shown) !== isLoaded) others.push(ref);
    }
    this.dropGroup(groupId);
    for (const part of parts) this.addPart(part, isLoaded);
    for (const { ref, revision, timestamp, person, isLoaded: wasLoaded, ...content } of kept)
      this.write({ ref, groupId, revision, madeAt: timestamp, person, content, isLoaded: wasLoaded });
    for (const ref of others) this.setOneLoaded(ref, !isLoaded);
  }

  private countAnew(groupId: number): void {
    const counts = this.countsOf(groupId);
    for (let row = 0; row < this.count; row++) {
      if (this.groups[row] !== groupId || (this.flags[row] & alive) === 0) continue;
      counts.alive++;
      if (this.flags[row] === shown) counts.loaded++;
    }
  }

  /** Makes an annotation, or makes it anew as it is now. */
  write(entry: AnnotationWrite): void {
    const before = this.rowOf(entry.ref);
    if (before !== null) this.kill(before);
    this.reserve(1);
    const row = this.count++;
    const { content } = entry;
    this.starts[row] = content.start_time;
    this.ends[row] = content.end_time;
    this.madeAt[row] = entry.madeAt;
    this.revisions[row] = entry.revision;
    this.refs[row] = entry.ref;
    this.groups[row] = entry.groupId;
    this.title[row] = this.titles.of(content.annotation_text);
    this.description[row] = this.descriptions.of(content.annotation_description);
    this.style[row] = this.styles.of(styleOf(content));
    this.person[row] = entry.person === null ? 0 : this.people.of(entry.person) + 1;
    this.flags[row] = entry.isLoaded ? shown : alive;
    const counts = this.countsOf(entry.groupId);
    counts.alive++;
    if (entry.isLoaded) counts.loaded++;
    this.moved.set(entry.ref, row);
    if (entry.isLoaded) this.index?.add(row);
    this.changed(false);
  }

  /** Takes an annotation out; what is said of it again begins anew. */
  remove(ref: AnnotationRef): void {
    const row = this.rowOf(ref);
    if (row !== null) this.kill(row);
    this.moved.set(ref, -1);
    this.changed(false);
  }

  /** Takes one out that went to a session which is not here: a part of that session will bring it. */
  leave(ref: AnnotationRef): void {
    const row = this.rowOf(ref);
    if (row !== null) this.kill(row);
    this.moved.delete(ref);
    this.changed(false);
  }

  /** The server has made one: it is known by its id from now on, and by its old ref. */
  rename(ref: AnnotationRef, id: number): void {
    const row = this.rowOf(ref);
    this.renamed.set(ref, id);
    // A part of its session may have brought it already.
    const twin = this.rowOf(id);
    if (twin !== null && twin !== row) {
      this.kill(twin);
      this.changed(true);
    }
    if (row === null) {
      this.moved.set(id, -1);
      return;
    }
    this.refs[row] = id;
    this.moved.set(id, row);
    this.revision++;
  }

  /** The server has taken a change. */
  acknowledge(ref: AnnotationRef, revision: number): void {
    const row = this.rowOf(ref);
    if (row === null) return;
    this.revisions[row] = revision;
    this.revision++;
  }

  /** Marks those of a session, or one of them, as loaded or not (spec 001 section 7: a marking of the page alone). */
  setLoaded(groupId: number, isLoaded: boolean): void {
    const counts = this.countsOf(groupId);
    if (counts.loaded === (isLoaded ? counts.alive : 0)) return;
    for (let row = 0; row < this.count; row++)
      if (this.groups[row] === groupId && (this.flags[row] & alive) !== 0) this.flags[row] = isLoaded ? shown : alive;
    counts.loaded = isLoaded ? counts.alive : 0;
    this.changed(true);
  }

  setOneLoaded(ref: AnnotationRef, isLoaded: boolean): void {
    const row = this.rowOf(ref);
    if (row === null || (this.flags[row] === shown) === isLoaded) return;
    this.flags[row] = isLoaded ? shown : alive;
    this.countsOf(this.groups[row]).loaded += isLoaded ? 1 : -1;
    this.changed(true);
  }

  /** How many of a session are here, and how many of those are loaded. */
  countOf(groupId: number): { readonly alive: number; readonly loaded: number } {
    return this.counts.get(groupId) ?? { alive: 0, loaded: 0 };
  }

  /** Row of an annotation; null: there is none. */
  rowOf(named: AnnotationRef): number | null {
    const ref = this.renamed.get(named) ?? named;
    const moved = this.moved.get(ref);
    if (moved !== undefined) return moved < 0 || (this.flags[moved] & alive) === 0 ? null : moved;
    for (const { ids, first } of this.parts) {
      const at = lowerBound(ids, ref);
      if (at < ids.length && ids[at] === ref && (this.flags[first + at] & alive) !== 0) return first + at;
    }
    return null;
  }

  refOf(row: number): AnnotationRef {
    return this.refs[row];
  }

  isShown(row: number): boolean {
    return this.flags[row] === shown;
  }

  get(ref: AnnotationRef): AnnotationRow | null {
    const row = this.rowOf(ref);
    return row === null ? null : this.at(row);
  }

  at(row: number): AnnotationRow {
    const person = this.person[row];
    return {
      ...this.styles.list[this.style[row]],
      ref: this.refs[row],
      group_id: this.groups[row],
      start_time: this.starts[row],
      end_time: this.ends[row],
      annotation_text: this.titles.list[this.title[row]],
      annotation_description: this.descriptions.list[this.description[row]],
      revision: this.revisions[row],
      timestamp: this.madeAt[row],
      person: person === 0 ? null : this.people.list[person - 1],
      isLoaded: this.flags[row] === shown,
    };
  }

  /** Loaded annotations as an index of their intervals. */
  intervals(): IntervalIndex {
    if (this.index === null || this.index.isWorn()) {
      const rows = new Uint32Array(this.count);
      let count = 0;
      for (let row = 0; row < this.count; row++) if (this.flags[row] === shown) rows[count++] = row;
      const { starts, ends } = this;
      this.index = new IntervalIndex(
        { starts, ends, isShown: (row) => this.flags[row] === shown },
        rows.subarray(0, count),
      );
    }
    return this.index;
  }

  /** Rows of loaded annotations in the order of their start. The same array until something changes. */
  inOrder(): Uint32Array {
    if (this.order?.revision !== this.revision)
      this.order = { revision: this.revision, rows: this.intervals().inOrder() };
    return this.order.rows;
  }

  /** Rows of all annotations of a session, loaded or not, in the order of their start. */
  rowsOfGroup(groupId: number): Uint32Array {
    const rows = new Uint32Array(this.countOf(groupId).alive);
    for (let row = 0, k = 0; row < this.count; row++)
      if (this.groups[row] === groupId && (this.flags[row] & alive) !== 0) rows[k++] = row;
    return sortedByStart(rows, this.starts);
  }

  private kill(row: number): void {
    const counts = this.countsOf(this.groups[row]);
    counts.alive--;
    if (this.flags[row] === shown) {
      counts.loaded--;
      this.index?.drop(row);
    }
    this.flags[row] = 0;
  }

  private countsOf(groupId: number): { alive: number; loaded: number } {
    const before = this.counts.get(groupId);
    if (before !== undefined) return before;
    const counts = { alive: 0, loaded: 0 };
    this.counts.set(groupId, counts);
    return counts;
  }

  private changed(isIndexOld: boolean): void {
    this.revision++;
    if (isIndexOld) this.index = null;
  }

  private reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.starts.length) return;
    const length = Math.max(needed, 2 * this.starts.length);
    const grown = <A extends Float64Array | Uint32Array | Int32Array | Uint8Array>(old: A): A => {
      const fresh = new (old.constructor as new (length: number) => A)(length);
      fresh.set(old as never);
      return fresh;
    };
    this.starts = grown(this.starts);
    this.ends = grown(this.ends);
    this.madeAt = grown(this.madeAt);
    this.revisions = grown(this.revisions);
    this.refs = grown(this.refs);
    this.groups = grown(this.groups);
    this.title = grown(this.title);
    this.description = grown(this.description);
    this.style = grown(this.style);
    this.person = grown(this.person);
    this.flags = grown(this.flags);
    // It lies over the arrays of before.
    this.index?.move(this);
  }
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
