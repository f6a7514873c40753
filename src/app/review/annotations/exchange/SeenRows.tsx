import { useMemo, useState } from "react";
import type { BadRow } from "../../../../domain/annotations/exchange/file-rows.ts";
import { secondsText } from "../../../../domain/annotations/exchange/moments.ts";
import type { Placed, PlacedRow } from "../../../../domain/annotations/exchange/place.ts";
import { type Clock, clockOf } from "../../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import type { Column } from "../../../../ui/table/columns.ts";
import { Grid } from "../../../../ui/table/Grid.tsx";
import { Pager } from "../../../../ui/table/Pager.tsx";
import { useHours } from "../../clock-setting.ts";
import { pageOf, rowsPerPage, tableWords } from "../sessions/session-lists.ts";
import css from "./Exchange.module.css";

const words = annotationExchangeText.import;
const tabs = ["new", "duplicate", "outside", "bad"] as const;
type Tab = (typeof tabs)[number];

interface Seen {
  readonly line: number;
  readonly start: string;
  readonly duration: string;
  readonly title: string;
  readonly tags: string;
  readonly why: string;
}

const { columns: titles } = words;
const line: Column<Seen> = { id: "line", title: titles.line, isNumber: true, text: (row) => String(row.line) };
const title: Column<Seen> = {
  id: "title",
  title: titles.title,
  isHeader: true,
  text: (row) => row.title,
  render: (row) => (
    <span className={css.cut} title={row.title}>
      {row.title}
    </span>
  ),
};
const whole: readonly Column<Seen>[] = [
  line,
  title,
  { id: "start", title: titles.start, isTime: true, text: ({ start }) => start },
  { id: "duration", title: titles.duration, isNumber: true, text: ({ duration }) => duration },
  { id: "tags", title: titles.tags, text: ({ tags }) => tags },
];
const broken: readonly Column<Seen>[] = [
  line,
  { id: "why", title: titles.why, isHeader: true, text: ({ why }) => why },
];

export interface SeenRowsProps {
  recording: RecordingDetail;
  placed: Placed;
  bad: readonly BadRow[];
}

/** The rows of a file by what becomes of them, a page at a time. */
export function SeenRows({ recording, placed, bad }: SeenRowsProps) {
  const clock = clockOf(recording, useHours());
  const [tab, setTab] = useState<Tab>("new");
  const [asked, setAsked] = useState(1);
  const rows = useMemo(() => {
    const of = (wanted: PlacedRow["state"]) => placed.rows.filter(({ state }) => state === wanted);
    const refused = of("refused").map((row) => ({ line: row.line, why: row.sentence ?? "" }));
    const unread = bad.map(({ line: at, reason, found }) => ({ line: at, why: words.why[reason](found) }));
    return {
      ...{ new: of("new"), duplicate: of("duplicate"), outside: of("outside") },
      bad: [...refused, ...unread].sort((a, b) => a.line - b.line),
    };
  }, [placed, bad]);
  const shown: readonly (PlacedRow | { line: number; why: string })[] = rows[tab];
  const { first, end, page } = pageOf(shown, asked);
  return (
    <div className={css.seen}>
      <div className={css.choices}>
        <Choices
          label={words.tabs.label}
          choices={tabs.map((id) => ({ id, name: words.tabs[id](rows[id].length) }))}
          selected={tab}
          onChoose={(id) => {
            setTab(id as Tab);
            setAsked(1);
          }}
        />
      </div>
      <p className={css.muted}>{words.hints[tab]}</p>
      <div className={css.table}>
        <Grid
          label={words.tabs.label}
          words={tableWords}
          columns={tab === "bad" ? broken : whole}
          rows={shown.slice(first, end).map((row) => seenOf(row, clock))}
          rowId={(row) => String(row.line)}
          sort={null}
          onSort={() => undefined}
        />
        {shown.length > 0 ? null : <p className={css.empty}>{words.none}</p>}
      </div>
      <Pager words={tableWords} page={page} total={shown.length} rowsPerPage={rowsPerPage} onPage={setAsked} />
    </div>
  );
}

/** Calendars end. */
const longestMs = 2.5e14;

function seenOf(row: PlacedRow | { line: number; why: string }, clock: Clock): Seen {
  if ("why" in row) return { ...row, start: "", duration: "", title: "", tags: "" };
  const { start_time, end_time, annotation_text, tags } = row.content;
  return {
    line: row.line,
    start: Math.abs(start_time) < longestMs ? clock.dateTime(start_time, 3) : "—",
    duration: `${secondsText(Math.round(end_time - start_time))} s`,
    title: annotation_text,
    tags: tags.join(", "),
    why: "",
  };
}
