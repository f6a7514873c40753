/**
 * What changes do to the annotations of a recording: pure. Each is done or refused by itself, in order, and sees what those before it
 * did. What was done is collected as rows to write and entries of the log. What is made is called -1, -2 and so on until it is written:
 * ids are drawn for that alone.
 */
import { isDeepStrictEqual } from "node:util";
import { annotationRules, type RecordingRange } from "../../domain/annotations/annotation-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import type { AnnotationTarget } from "../../protocol/annotation-log.ts";
import { type AnnotationContent, type AnnotationRefusal, annotationLimits } from "../../protocol/annotations.ts";
import type { Permission } from "../../protocol/permissions.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { contentOf } from "./contents.ts";

const { refused } = annotationServerText;

/** An annotation as it is at this moment. */
export interface Known {
  readonly id: number;
  readonly groupId: number;
  readonly madeBy: number | null;
  readonly madeAt: number;
  readonly revision: number;
  readonly content: AnnotationContent;
  /** By itself; its session may be deleted too. */
  readonly isDeleted: boolean;
  /** The queue that made it what it is, where it was the caller's own. */
  readonly byClient: string | null;
}

/** "any": whatever it is now, as the specification's calls have it; null: what the caller's own queue made of it. */
type Expected = number | null | "any";
export type Act =
  | { readonly act: "create"; readonly group_id: number; readonly content: AnnotationContent }
  | {
      readonly act: "modify" | "restore";
      readonly target: AnnotationTarget;
      readonly revision: Expected;
      readonly group_id: number;
      readonly content: AnnotationContent;
    }
  | { readonly act: "delete"; readonly target: AnnotationTarget; readonly revision: Expected };

/** What an entry of the log says was done for a number of the caller's queue. */
export interface Done {
  readonly number: number;
  readonly sequence: number;
  readonly id: number;
  readonly act: Act["act"];
  readonly groupId: number;
  readonly content: AnnotationContent | null;
}

export interface Editor {
  readonly userId: number;
  readonly permissions: ReadonlySet<Permission>;
}

/** What there is when the changes begin. */
export interface Before {
  readonly range: RecordingRange;
  readonly sequence: number;
  /** Rows that there may be more. */
  readonly room: number;
  readonly liveGroups: ReadonlySet<number>;
  /** Those that the changes name. */
  readonly annotations: readonly Known[];
  /** Of the numbers that the changes have or name. */
  readonly done: readonly Done[];
  readonly nowMs: number;
}

export interface Entry {
  readonly sequence: number;
  readonly act: Act["act"];
  readonly id: number;
  readonly groupId: number;
  readonly after: AnnotationContent | null;
  readonly number: number | null;
}

export type Result =
  | { readonly outcome: "done"; readonly id: number; readonly revision: number }
  | {
      readonly outcome: "refused";
      readonly code: AnnotationRefusal;
      readonly sentence: string;
      /** As it is, with `annotation_changed`; null: deleted. */
      readonly theirs?: Known | null;
    };

export class Acts {
  readonly entries: Entry[] = [];
  /** Annotations that were made or changed, as they are now. */
  readonly touched = new Map<number, Known>();
  readonly made = new Set<number>();
  /** How many annotations more a session holds. */
  readonly counts = new Map<number, number>();
  /** An artifact was made, changed or deleted. */
  isMaskTouched = false;
  private readonly known: Map<number, Known>;
  private readonly done: Map<number, Done>;

  constructor(
    private readonly before: Before,
    private readonly editor: Editor,
    private readonly client: string | null,
  ) {
    this.known = new Map(before.annotations.map((one) => [one.id, one]));
    this.done = new Map(before.done.map((one) => [one.number, one]));
  }

  get sequence(): number {
    return this.before.sequence + this.entries.length;
  }

  /** Does one change, unless it was done before. */
  apply(number: number | null, act: Act): Result {
    const done = number === null ? undefined : this.done.get(number);
    if (done !== undefined) return this.repeat(done, act);
    return act.act === "create" ? this.create(number, act) : this.change(number, act);
  }

  private repeat(done: Done, act: Act): Result {
    const isSame =
      done.act === act.act &&
      (act.act === "create" || this.idOf(act.target) === done.id) &&
      (act.act === "delete" ||
        (act.group_id === done.groupId && isDeepStrictEqual(contentOf(act.content), done.content)));
    if (!isSame) return refusal("out_of_order", refused.numberUsed);
    return { outcome: "done", id: done.id, revision: done.sequence };
  }

  private create(number: number | null, { group_id, content }: Extract<Act, { act: "create" }>): Result {
    if (!this.editor.permissions.has("create_annotations"))
      return refusal("annotation_not_changeable", refused.notAllowed);
    const problem = this.problemOf(group_id, content);
    if (problem !== null) return problem;
    if (this.made.size >= this.before.room) return refusal("too_many_annotations", refused.tooMany);
    const id = -1 - this.made.size;
    this.made.add(id);
    const made = { id, groupId: group_id, madeBy: this.editor.userId, madeAt: this.before.nowMs, isDeleted: false };
    return this.write(number, "create", null, { ...made, content: contentOf(content) });
  }

  private change(number: number | null, act: Exclude<Act, { act: "create" }>): Result {
    const id = this.idOf(act.target);
    const now = id === undefined ? undefined : this.known.get(id);
    if (now === undefined) return refusal("annotation_not_found", refused.annotation);
    if (!this.mayChange(now)) return refusal("annotation_not_changeable", refused.notYours);
    const isGone = this.isGone(now);
    if (isGone !== (act.act === "restore")) {
      if (isGone && act.revision === "any") return refusal("annotation_not_found", refused.annotation);
      return isGone
        ? { ...refusal("annotation_changed", refused.deleted), theirs: null }
        : { ...refusal("annotation_changed", refused.notDeleted), theirs: now };
    }
    if (!this.isExpected(now, act.revision))
      return { ...refusal("annotation_changed", refused.changed), theirs: isGone ? null : now };
    if (act.act === "delete") return this.write(number, "delete", now, { ...now, isDeleted: true });
    const problem = this.problemOf(act.group_id, act.content);
    if (problem !== null) return problem;
    const after = { ...now, groupId: act.group_id, content: contentOf(act.content), isDeleted: false };
    return this.write(number, act.act, now, after);
  }

  private write(
    number: number | null,
    act: Act["act"],
    before: Known | null,
    after: Omit<Known, "revision" | "byClient">,
  ): Result {
    const revision = this.sequence + 1;
    const { id, groupId, content, isDeleted } = after;
    this.entries.push({ sequence: revision, act, id, groupId, after: isDeleted ? null : content, number });
    const now: Known = { ...after, revision, byClient: this.client };
    // A deleted session counts those that it would come back with.
    this.count(before !== null && !before.isDeleted ? before.groupId : null, -1);
    this.count(isDeleted ? null : groupId, 1);
    if (content.kind === "artifact" || before?.content.kind === "artifact") this.isMaskTouched = true;
    this.known.set(id, now);
    this.touched.set(id, now);
    if (number !== null)
      this.done.set(number, { number, sequence: revision, id, act, groupId, content: isDeleted ? null : content });
    return { outcome: "done", id, revision };
  }

  /** A session that is touched has an entry here, also when it holds as many as before. */
  private count(groupId: number | null, more: number): void {
    if (groupId !== null) this.counts.set(groupId, (this.counts.get(groupId) ?? 0) + more);
  }

  private problemOf(groupId: number, content: AnnotationContent) {
    if (!this.before.liveGroups.has(groupId)) return refusal("group_not_found", refused.group);
    const broken = firstFailure(annotationRules(this.before.range), content);
    return broken === undefined ? null : refusal("bad_annotation", broken);
  }

  private idOf(target: AnnotationTarget): number | undefined {
    return "id" in target ? target.id : this.done.get(target.made_by)?.id;
  }

  private isGone({ isDeleted, groupId }: Known): boolean {
    return isDeleted || !this.before.liveGroups.has(groupId);
  }

  private isExpected({ revision, byClient }: Known, expected: Expected): boolean {
    if (expected === "any") return true;
    return expected === null ? this.client !== null && byClient === this.client : revision === expected;
  }

  /** One's own with either permission, others' with that to delete (spec 001 section 6; README). */
  private mayChange({ madeBy }: Known): boolean {
    const { userId, permissions } = this.editor;
    return permissions.has("delete_annotations") || (madeBy === userId && permissions.has("create_annotations"));
  }
}

const refusal = (code: AnnotationRefusal, sentence: string) => ({ outcome: "refused", code, sentence }) as const;

/** Most annotations of a recording, less those there are. */
export const roomOf = (rows: number): number => Math.max(0, annotationLimits.perRecording - rows);
