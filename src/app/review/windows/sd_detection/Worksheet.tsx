import { X } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import {
  amplitudeText,
  depressionText,
  type SdCandidateRow,
  spreadText,
  type Verdict,
  verdicts,
} from "../../../../domain/sd/worksheet.ts";
import { worksheetCsv } from "../../../../domain/sd/worksheet-csv.ts";
import { triggersOf } from "../../../../domain/shortcuts/keys.ts";
import { needsDays, readableTime } from "../../../../domain/time/clock.ts";
import { centreOn } from "../../../../domain/time/view-span.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { LongGrid } from "../../../../ui/lists/LongGrid.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import { moveView } from "../../time/timeline.ts";
import css from "./SdDetection.module.css";
import { SheetCounts } from "./SheetCounts.tsx";
import { type SdWindow, useSdWindow } from "./sd-window.ts";
import { searchedOf } from "./searched.ts";
import { giveVerdict, type SheetRow, sheetFacts, sheetRows } from "./sheet-rows.ts";
import { words } from "./words.ts";

const { columns } = words.sheet;
const nobody: ReadonlySet<number> = new Set();
const verdictKeys: Readonly<Record<string, Verdict>> = { a: "accepted", r: "rejected" };
const acts = { accepted: words.sheet.accept, rejected: words.sheet.reject } as const;

/** Times of onsets are far enough apart for a number that says row and time. */
const keyOf = ({ candidate: { onset_ms, row } }: SheetRow) => onset_ms * 1000 + row;

const stateOf = ({ candidate, verdict }: SheetRow) => verdict ?? (candidate.is_confirmed ? "open" : "unconfirmed");

/** Candidates of the whole file beside the plot: what was measured, what readers said, counts and the file of it. */
export function Worksheet({ focusPlot }: { focusPlot: () => void }) {
  const window = useSdWindow();
  const { worksheet, annotations, timeline, clock, recording } = window;
  const { detection, sheet } = worksheet;
  void useSnapshot(detection.state).version;
  void useSnapshot(annotations.state).revision;
  void useSnapshot(window.props).montage;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(nobody);
  const [jumpedTo, setJumpedTo] = useState<number | null>(null);
  const rows = sheetRows(window);
  const chosen = rows.filter((row) => ticked.has(keyOf(row)));
  // Without ticks: the one that was gone to.
  const judged = chosen.length > 0 ? chosen : rows.filter((row) => keyOf(row) === jumpedTo);
  const hasDates = needsDays(clock, recording.start_ms, recording.end_ms);
  const isWhole = detection.isComplete();

  const judge = (these: readonly SheetRow[], verdict: Verdict) => {
    if (annotations.pointing === null) toast.error(words.sheet.noPointing);
    else if (giveVerdict(window, these, verdict)) setTicked(nobody);
  };
  const goTo = (row: SheetRow) => {
    setJumpedTo(keyOf(row));
    moveView(timeline, (now, file) => centreOn(now, file, row.candidate.onset_ms));
  };
  return (
    <section className={css.sheet} aria-label={words.sheet.title}>
      <header>
        <h3>{words.sheet.title}</h3>
        <Button size="small" isDisabled={rows.length === 0} onPress={() => exportRows(window, rows)}>
          {words.sheet.export}
        </Button>
        <IconButton
          icon={X}
          label={words.sheet.close}
          onPress={() => {
            sheet.isOpen = false;
            focusPlot();
          }}
        />
        <Progress />
      </header>
      <div data-part="acts">
        {verdicts.map((verdict) => (
          <Button key={verdict} size="small" isDisabled={judged.length === 0} onPress={() => judge(judged, verdict)}>
            {acts[verdict]}
          </Button>
        ))}
        <span className={css.state}>{words.sheet.keys}</span>
      </div>
      {rows.length === 0 ? (
        <p role="status">{noRows(window, isWhole)}</p>
      ) : (
        <LongGrid
          label={words.sheet.list}
          columns={[
            columns.time,
            columns.channel,
            columns.amplitude,
            columns.depression,
            columns.spread,
            columns.state,
          ]}
          template="92px 60px 66px 52px minmax(72px, 1fr) 78px"
          count={rows.length}
          rowHeight={40}
          keyOf={(index) => keyOf(rows[index])}
          nameOf={(index) =>
            words.findings.one(rows[index].candidate.channel, clock.dateTime(rows[index].candidate.onset_ms))
          }
          selected={ticked}
          onSelect={setTicked}
          selectLabel={words.sheet.select}
          hint={words.sheet.hint}
          isMarked={(index) => keyOf(rows[index]) === jumpedTo}
          onAction={(index) => goTo(rows[index])}
          onKey={(key, index, code) => {
            const names = triggersOf({ key, code, shiftKey: false, isMod: false });
            const verdict = names.map((name) => verdictKeys[name]).find((one) => one !== undefined);
            if (verdict === undefined) return false;
            judge(chosen.length > 0 ? chosen : [rows[index]], verdict);
            return true;
          }}
          cells={(index) => {
            const row = rows[index];
            const { candidate } = row;
            return [
              <span key="time" className={css.onset} title={clock.dateTime(candidate.onset_ms)}>
                {readableTime(candidate.onset_ms, clock)}
                {hasDates ? <small>{clock.date(candidate.onset_ms)}</small> : null}
              </span>,
              <span key="channel" title={candidate.channel}>
                {candidate.channel}
              </span>,
              amplitudeText(candidate.amplitude_uv),
              depressionText(candidate.depression_db),
              <Spread key="spread" candidate={candidate} />,
              <State key="state" row={row} />,
            ];
          }}
        />
      )}
      <SheetCounts rows={rows} />
    </section>
  );
}

/** Why nothing is listed: what was not searched is not said to be without candidates. */
function noRows({ drawn }: SdWindow, isWhole: boolean): string {
  const now = drawn();
  if (now !== null && searchedOf(now) === null) return words.findings.noRows;
  return isWhole ? words.sheet.none : words.sheet.noneYet;
}

function Spread({ candidate }: { candidate: SdCandidateRow }) {
  const all = spreadText(candidate);
  return all === "" ? <span title={words.sheet.alone}>{words.sheet.noSpread}</span> : <span title={all}>{all}</span>;
}

function State({ row }: { row: SheetRow }) {
  const state = stateOf(row);
  const name = words.sheet.state[state];
  const said = row.candidate.is_provisional ? words.sheet.state.provisional(name) : name;
  return (
    <span className={css.state} data-verdict={state} title={said}>
      {said}
    </span>
  );
}

/** How much of the file is searched, and what could not be. */
function Progress() {
  const { worksheet } = useSdWindow();
  void useSnapshot(worksheet.detection.state).version;
  const pages = worksheet.detection.pages();
  const here = pages.filter(({ state }) => state.kind === "here").length;
  const failed = pages.filter(({ state }) => state.kind === "failed").length;
  return (
    <p role="status" style={{ flexBasis: "100%" }}>
      {words.sheet.searched(here, pages.length)}
      {failed === 0 ? "" : `, ${words.sheet.failed(failed)}`}
    </p>
  );
}

function exportRows(window: SdWindow, rows: readonly SheetRow[]): void {
  const { recording, clock, worksheet } = window;
  const facts = sheetFacts(window);
  const isWhole = worksheet.detection.isComplete();
  const said = isWhole ? facts : [...facts, [words.sheet.note, words.sheet.exportPart] as const];
  const text = worksheetCsv(rows, said, { startMs: recording.start_ms, clock });
  saveFile(words.sheet.file(recording.obj_name), [text], "text/csv;charset=utf-8");
}
