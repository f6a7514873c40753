import {
  changedFields,
  type HistoryField,
  type HistoryStand,
  historyFields,
} from "../../../../domain/annotations/annotation-history.ts";
import type { Clock } from "../../../../domain/time/clock.ts";
import { annotationEditText } from "../../../../protocol/text/annotation-edit-text.ts";
import { annotationHistoryText as words } from "../../../../protocol/text/annotation-history-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import css from "./History.module.css";

/** One act, as the tab tells it. */
export interface ToldEntry {
  readonly number: number;
  readonly act: keyof typeof words.acts;
  /** Null: nobody who has an account. */
  readonly by: string | null;
  /** When it was done, with its zone. */
  readonly at: string;
  /** Null: there was none, or is none afterwards. */
  readonly before: HistoryStand | null;
  readonly after: HistoryStand | null;
}

export interface HistoryEntryProps {
  entry: ToldEntry;
  /** Of the file. */
  clock: Clock;
  sessionName: (groupId: number) => string;
  /** It is what stands now. */
  isNow: boolean;
  /** Null where nothing may be restored. */
  onRestore: (() => void) | null;
  /** Restoring has to wait. */
  isHeld: boolean;
}

/** Who did what and when, and what it was before. */
export function HistoryEntry({ entry, clock, sessionName, isNow, onRestore, isHeld }: HistoryEntryProps) {
  const { act, by, at, before, after } = entry;
  const fields = fieldsOf(entry);
  return (
    <li className={css.entry}>
      <span className={css.head}>
        <strong>{words.acts[act]}</strong> {words.by(by ?? words.nobody)}
        <time>{at}</time>
      </span>
      {isNow ? (
        <span className={css.note}>{words.now}</span>
      ) : after === null || onRestore === null ? null : (
        <Button size="small" isDisabled={isHeld} aria-label={words.restoreOf(at)} onPress={onRestore}>
          {words.restore}
        </Button>
      )}
      {fields.length === 0 ? null : (
        <dl className={css.changes}>
          {fields.map((field) => (
            <FieldChange
              key={field}
              name={words.fields[field]}
              was={before === null ? null : wordsOf(before, field, clock, sessionName)}
              is={after === null ? null : wordsOf(after, field, clock, sessionName)}
              colour={field === "colour" ? { was: before?.content.color, is: after?.content.color } : null}
            />
          ))}
        </dl>
      )}
    </li>
  );
}

/** What changed; of the first and the last act, what it began and ended as. */
function fieldsOf({ before, after }: ToldEntry): readonly HistoryField[] {
  if (before !== null && after !== null) return changedFields(before, after);
  const only = after ?? before;
  return only === null ? [] : historyFields.filter((field) => field === "title" || field === "times");
}

interface FieldChangeProps {
  name: string;
  was: string | null;
  is: string | null;
  colour: { was: string | undefined; is: string | undefined } | null;
}

function FieldChange({ name, was, is, colour }: FieldChangeProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {was === null ? null : (
          <del>
            <span className="visually-hidden">{words.was} </span>
            {colour?.was === undefined ? null : <span className={css.swatch} style={{ background: colour.was }} />}
            {was}
          </del>
        )}
        {was !== null && is !== null ? <span aria-hidden>{" → "}</span> : null}
        {is === null ? null : (
          <ins>
            <span className="visually-hidden">{words.is} </span>
            {colour?.is === undefined ? null : <span className={css.swatch} style={{ background: colour.is }} />}
            {is}
          </ins>
        )}
      </dd>
    </>
  );
}

const listed = (values: readonly string[], none: string) => (values.length === 0 ? none : values.join(", "));

/** A part of an annotation in words. */
function wordsOf(
  { groupId, content }: HistoryStand,
  field: HistoryField,
  clock: Clock,
  sessionName: (groupId: number) => string,
): string {
  const { start_time, end_time } = content;
  const values: Record<HistoryField, () => string> = {
    title: () => content.annotation_text,
    times: () =>
      start_time === end_time
        ? clock.dateTime(start_time)
        : `${clock.dateTime(start_time)} – ${clock.dateTime(end_time)}`,
    description: () => content.annotation_description || words.none,
    tags: () => listed(content.tags, words.none),
    colour: () => content.color.toUpperCase(),
    opacity: () => annotationEditText.percent(content.opacity),
    // One that names none is of all of them.
    modalities: () => listed(content.modalities, words.all),
    kind: () => words.kinds[content.kind],
    window: () => content.annotation_type || words.none,
    session: () => sessionName(groupId),
  };
  return values[field]();
}
