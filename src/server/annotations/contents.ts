/** Contents of annotations between calls and rows, and people as they are named. */
import { sql } from "drizzle-orm";
import type { AnnotationStyle } from "../../protocol/annotation-columns.ts";
import type { Annotation, AnnotationContent, AnnotationPerson } from "../../protocol/annotations.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";

/** What of a call's content is kept: bodies may carry more. */
export const contentOf = (said: AnnotationContent): AnnotationContent => ({
  start_time: said.start_time,
  end_time: said.end_time,
  annotation_text: said.annotation_text,
  annotation_type: said.annotation_type,
  annotation_description: said.annotation_description,
  modalities: said.modalities,
  color: said.color,
  opacity: said.opacity,
  tags: said.tags,
  kind: said.kind,
});

/** As it lies in its row. `kind` has a column of its own. */
export type StoredStyle = Omit<AnnotationStyle, "kind">;
export const styleOf = ({ annotation_type, modalities, color, opacity, tags }: AnnotationContent): StoredStyle => ({
  annotation_type,
  modalities,
  color,
  opacity,
  tags,
});

export interface ContentColumns {
  startMs: number;
  endMs: number;
  title: string;
  description: string;
  kind: AnnotationContent["kind"];
  style: StoredStyle;
}
export const contentOfRow = ({
  startMs,
  endMs,
  title,
  description,
  kind,
  style,
}: ContentColumns): AnnotationContent => ({
  start_time: startMs,
  end_time: endMs,
  annotation_text: title,
  annotation_description: description,
  ...style,
  kind,
});

/** An annotation `a` as its row holds it. */
export const annotationColumns = sql`a.id, a.group_id as "groupId", a.made_by as "madeBy",
  floor(extract(epoch from a.made_at) * 1000)::float8 as "madeAt", a.revision::float8 as revision, a.start_ms as "startMs",
  a.end_ms as "endMs", a.title, a.description, a.kind, a.style`;

export interface AnnotationRow extends ContentColumns {
  id: number;
  groupId: number;
  madeBy: number | null;
  madeAt: number;
  revision: number;
}

/** Those of them that are still there. */
export async function peopleOf(db: Queries, ids: Iterable<number | null>): Promise<AnnotationPerson[]> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  const { rows } = await db.execute<AnnotationPerson & Record<string, unknown>>(sql`
    select id as user_id, email, coalesce(nullif(trim(first_name || ' ' || last_name), ''), ${annotationServerText.unknown}) as full_name
    from app_user where id = any(${intArray(wanted)}) order by id`);
  return rows;
}

type Facts = Pick<AnnotationRow, "id" | "groupId" | "madeBy" | "madeAt" | "revision">;

/** As calls tell it. */
export function annotationOf(
  { id, groupId, madeBy, madeAt, revision }: Facts,
  content: AnnotationContent,
  people: Pick<ReadonlyMap<number, AnnotationPerson>, "get">,
): Annotation {
  const person = madeBy === null ? undefined : people.get(madeBy);
  return {
    ...content,
    id,
    group_id: groupId,
    user_id: person?.user_id ?? null,
    user_email: person?.email ?? "",
    user_full_name: person?.full_name ?? annotationServerText.unknown,
    timestamp: madeAt,
    revision,
  };
}

export const byId = (people: readonly AnnotationPerson[]): ReadonlyMap<number, AnnotationPerson> =>
  new Map(people.map((person) => [person.user_id, person]));
