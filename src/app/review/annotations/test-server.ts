/** A server of annotations in memory, for tests: the log, revisions and numbers of `src/protocol/annotations.ts`, without rights. */
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import type { AnnotationChange, ChangeOutcome, LogEntry } from "../../../protocol/annotation-log.ts";
import type { AnnotationContent, AnnotationPerson } from "../../../protocol/annotations.ts";

interface Held {
  group: number;
  revision: number;
  content: AnnotationContent | null;
  by: number;
  at: number;
}

export const people: AnnotationPerson[] = [1, 2].map((user_id) => ({
  user_id,
  email: `${user_id}@x.y`,
  full_name: `Reader ${user_id}`,
}));

export class TestServer {
  readonly log: LogEntry[] = [];
  readonly rows = new Map<number, Held>();
  private readonly done = new Map<string, ChangeOutcome>();
  private readonly groups = new Map<number, string>();
  private readonly deleted = new Map<number, string>();
  private readonly listeners = new Set<(sequence: number) => void>();
  private readonly parts = new Map<string, AnnotationColumns>();
  private nextId = 0;

  constructor() {
    this.createGroup("Default Session", 1);
  }

  get sequence(): number {
    return this.log.length;
  }

  listen(hear: (sequence: number) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  open() {
    const groups = [...this.groups].map(([id, group_name]) => ({
      id,
      group_name,
      nannotations: [...this.rows.values()].filter(({ group, content }) => group === id && content !== null).length,
      timestamp: id,
      data_object_id: 5,
      user_id: 1,
      revision: 1,
    }));
    return { groups, sequence: this.sequence };
  }

  changesAfter(after: number, most = 3) {
    return { entries: this.log.slice(after, after + most), people, sequence: this.sequence };
  }

  createGroup(name: string, by: number): number {
    const id = ++this.nextId;
    this.groups.set(id, name);
    this.enter({ what: "group", act: "create", id, group_id: id, by, after: null, group_name: name });
    return id;
  }

  /** Deletes sessions, all or none. */
  deleteGroups(ids: readonly number[], by: number): void {
    if (ids.length >= this.groups.size) throw new Error("last_group");
    for (const id of ids) {
      this.deleted.set(id, this.groups.get(id) ?? "");
      this.groups.delete(id);
      this.enter({ what: "group", act: "delete", id, group_id: id, by, after: null, group_name: null });
    }
  }

  restoreGroup(id: number, by: number): void {
    const name = this.deleted.get(id);
    if (name === undefined) throw new Error("group_not_found");
    if ([...this.groups.values()].includes(name)) throw new Error("group_name_taken");
    this.deleted.delete(id);
    this.groups.set(id, name);
    this.enter({ what: "group", act: "restore", id, group_id: id, by, after: null, group_name: name });
  }

  /** Parts are kept for a while: the log's tail brings them up to date. */
  columns(groupId: number, afterId: number): AnnotationColumns {
    const key = `${groupId} ${afterId}`;
    const kept = this.parts.get(key);
    if (kept !== undefined && this.sequence - kept.sequence < 20) return kept;
    const part = this.readColumns(groupId, afterId);
    this.parts.set(key, part);
    return part;
  }

  private readColumns(groupId: number, afterId: number, most = 2): AnnotationColumns {
    const all = [...this.rows].filter(
      ([id, { group, content }]) => group === groupId && content !== null && id > afterId,
    );
    const part = all.sort(([a], [b]) => a - b).slice(0, most);
    const contents = part.map(([, { content }]) => content as AnnotationContent);
    const each = Uint32Array.from(part, (_, k) => k);
    return {
      annotation_group_id: groupId,
      sequence: this.sequence,
      next_after_id: all.length > most ? part[most - 1][0] : null,
      titles: contents.map(({ annotation_text }) => annotation_text),
      descriptions: contents.map(({ annotation_description }) => annotation_description),
      styles: contents,
      people,
      count: part.length,
      starts: Float64Array.from(contents, ({ start_time }) => start_time),
      ends: Float64Array.from(contents, ({ end_time }) => end_time),
      madeAt: Float64Array.from(part, ([, { at }]) => at),
      revisions: Float64Array.from(part, ([, { revision }]) => revision),
      ids: Uint32Array.from(part, ([id]) => id),
      title: each,
      description: each,
      style: each,
      person: Uint32Array.from(part, ([, { by }]) => by),
    };
  }

  send(client: string, by: number, changes: readonly AnnotationChange[]): ChangeOutcome[] {
    return changes.map((change) => {
      const key = `${client} ${change.number}`;
      const outcome = this.done.get(key) ?? this.change(client, by, change);
      if (outcome.outcome === "done") this.done.set(key, outcome);
      return outcome;
    });
  }

  private change(client: string, by: number, { number, act }: AnnotationChange): ChangeOutcome {
    const refused = (code: string, id?: number): ChangeOutcome => ({
      number,
      outcome: "refused",
      code,
      sentence: code,
      ...(id === undefined ? {} : { theirs: this.theirs(id) }),
    });
    if (act.act === "create") {
      const id = ++this.nextId;
      this.rows.set(id, { group: act.group_id, revision: 0, content: act.content, by, at: id });
      return this.enterChange(client, number, "create", id, by);
    }
    const id = "id" in act.target ? act.target.id : this.madeBy(client, act.target.made_by);
    const row = id === null ? undefined : this.rows.get(id);
    if (id === null || row === undefined) return refused("annotation_not_found");
    if (!this.groups.has(row.group))
      return { number, outcome: "refused", code: "annotation_changed", sentence: "annotation_changed", theirs: null };
    const own = this.log.findLast((entry) => entry.what === "annotation" && entry.id === id);
    const isOwn = act.revision === null && own?.client === client;
    if (!isOwn && act.revision !== row.revision) return refused("annotation_changed", id);
    if ((act.act === "restore") !== (row.content === null)) return refused("annotation_changed", id);
    const left = act.act === "modify" ? row.group : undefined;
    row.content = act.act === "delete" ? null : act.content;
    if (act.act !== "delete") row.group = act.group_id;
    return this.enterChange(client, number, act.act, id, by, left);
  }

  private theirs(id: number) {
    const row = this.rows.get(id);
    if (row === undefined || row.content === null) return null;
    const { email, full_name } = people[row.by - 1];
    return {
      ...row.content,
      ...{ id, group_id: row.group, user_id: row.by, user_email: email, user_full_name: full_name },
      ...{ timestamp: row.at, revision: row.revision },
    };
  }

  private madeBy(client: string, number: number): number | null {
    const made = this.done.get(`${client} ${number}`);
    return made?.outcome === "done" ? made.id : null;
  }

  private enterChange(
    client: string,
    number: number,
    act: LogEntry["act"],
    id: number,
    by: number,
    left = (this.rows.get(id) as Held).group,
  ): ChangeOutcome {
    const row = this.rows.get(id) as Held;
    row.revision = this.sequence + 1;
    this.enter({
      what: "annotation",
      act,
      id,
      group_id: row.group,
      left_group_id: left === row.group ? null : left,
      by,
      after: row.content,
      group_name: null,
      client,
      number,
    });
    return { number, outcome: "done", id, revision: row.revision };
  }

  private enter(
    entry: Pick<LogEntry, "what" | "act" | "id" | "group_id" | "after" | "group_name"> & {
      left_group_id?: number | null;
      by: number;
      client?: string;
      number?: number;
    },
  ): void {
    const { by, client = null, number = null, left_group_id = null, ...rest } = entry;
    const made = this.rows.get(rest.id);
    this.log.push({
      ...rest,
      ...{ sequence: this.sequence + 1, user_id: by, at: this.sequence, client, number, left_group_id },
      ...{ made_by: made?.by ?? by, made_at: made?.at ?? rest.id },
    });
    for (const hear of this.listeners) hear(this.sequence);
  }
}
