import { useQuery } from "@tanstack/react-query";
import { Fragment, useRef, useState } from "react";
import { fileSize } from "../../../domain/files/file-size.ts";
import { dateAndMinute, viewerZone } from "../../../domain/time/clock.ts";
import { durationShort } from "../../../domain/time/durations.ts";
import { cancelRun, deleteRun, downloadRun, type PipelineRun, retryRun } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { useKeptFocus } from "../../../ui/dialogs/use-kept-focus.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { Progress } from "../../../ui/notices/Progress.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { Pager } from "../../../ui/table/Pager.tsx";
import { pageCount } from "../../../ui/table/table-state.ts";
import { usePatientNews, useWork } from "../../news/index.ts";
import { call, callForBytes, reasonOf, reasonOnce } from "../../session/index.ts";
import { useHours } from "../clock-setting.ts";
import css from "./Analyses.module.css";
import { runData, runsQuery, writeRuns } from "./queries.ts";

const words = analysesText;
const runsPerPage = 50;
const isUnderWay = ({ state }: PipelineRun) => state === "waiting" || state === "running";

/** Windows that show what a run computed. */
export interface RunDisplays {
  /** Each with what it is called, and what is said of it. */
  readonly windows: readonly { readonly label: string; readonly says: string; open(): void }[];
  /** What is in the file of the run alone. */
  readonly onlyInFile: readonly string[];
}

export interface RunListProps {
  patientKey: number;
  displaysOf: (run: PipelineRun) => RunDisplays;
}

/** Runs of the patient, the newest first; how far they are comes over the news. */
export function RunList({ patientKey, displaysOf }: RunListProps) {
  const { data, error, refetch } = useQuery(runsQuery(patientKey));
  const [asked, setAsked] = useState<PipelineRun | null>(null);
  const [turned, setTurned] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, data);
  usePatientNews(runData, patientKey);
  const runs = data?.runs ?? [];
  useWork(runs.some(isUnderWay) ? [patientKey] : [], writeRuns);
  const act = (work: Promise<unknown>) =>
    // What is refused may be because a run is not what the list says.
    void work.catch((failure: unknown) => toast.error(reasonOnce(failure))).then(() => refetch());
  const failure =
    error === null ? null : (
      <Banner tone="danger">
        {reasonOf(error)}
        <Button size="small" onPress={() => void refetch()}>
          {words.tryAgain}
        </Button>
      </Banner>
    );
  if (data === undefined) return failure ?? <p role="status">{words.loadingRuns}</p>;
  // The last run of the last page may have been deleted.
  const page = Math.min(turned, pageCount(runs.length, runsPerPage));
  if (runs.length === 0) return <div ref={list}>{failure ?? <p className={css.muted}>{words.none}</p>}</div>;
  return (
    <div ref={list}>
      {failure}
      <p className={css.muted}>{words.zone(viewerZone())}</p>
      <ul className={css.runs} aria-label={words.runs}>
        {runs.slice((page - 1) * runsPerPage, page * runsPerPage).map((run) => {
          const displays = displaysOf(run);
          return (
            <li key={run.id} className={css.run}>
              <RunFacts run={run} displays={displays} />
              <div className={css.actions}>
                <RunActions run={run} displays={displays} onAct={act} onDelete={() => setAsked(run)} />
              </div>
            </li>
          );
        })}
      </ul>
      <Pager
        of={words.runs}
        words={tableText}
        page={page}
        total={runs.length}
        rowsPerPage={runsPerPage}
        onPage={setTurned}
      />
      <ConfirmDialog
        title={words.removeTitle}
        confirmLabel={words.remove}
        cancelLabel={words.keep}
        tone="danger"
        isOpen={asked !== null}
        onConfirm={() => {
          if (asked !== null) act(call(deleteRun, { run_id: asked.id }));
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      >
        {words.removeBody}
      </ConfirmDialog>
    </div>
  );
}

function RunFacts({ run, displays }: { run: PipelineRun; displays: RunDisplays }) {
  const { name, state, error, progress, eta_ms, outputs, size_bytes, file_problem, started_by, created_at } = run;
  const hours = useHours();
  return (
    <div className={css.facts}>
      <p className={css.name}>
        <strong title={name}>{name}</strong>
        <span className={css.muted}>{words.started(started_by, dateAndMinute(created_at, viewerZone(), hours))}</span>
      </p>
      {isUnderWay(run) ? (
        <Progress
          label={words.states[state]}
          detail={words.left(Math.floor(progress * 100), eta_ms === null ? null : durationShort(eta_ms))}
          fraction={progress}
          isEven
        />
      ) : (
        <p className={state === "failed" ? css.failed : css.muted}>
          {words.states[state]}
          {state === "done" && size_bytes !== null ? ` · ${words.made(outputs.length, fileSize(size_bytes))}` : ""}
          {error === null ? "" : `: ${error}`}
        </p>
      )}
      {state === "done" ? <p className={css.muted}>{whereShown(displays)}</p> : null}
      {file_problem === null ? null : (
        <p role="status" className={css.failed}>
          {file_problem}
        </p>
      )}
    </div>
  );
}

/** What the windows of a run show, and what they do not. */
const whereShown = ({ windows, onlyInFile }: RunDisplays): string =>
  [...windows.map(({ says }) => says), ...(onlyInFile.length === 0 ? [] : [words.onlyInFile(onlyInFile)])].join(" ");

interface RunActionsProps {
  run: PipelineRun;
  displays: RunDisplays;
  onAct: (work: Promise<unknown>) => void;
  onDelete: () => void;
}

function RunActions({ run, displays, onAct, onDelete }: RunActionsProps) {
  const { id, state, file_name, file_problem, may_delete } = run;
  const named = (label: string) => `${label}: ${run.name} ${id}`;
  const button = (label: string, onPress: () => void) => (
    <Button size="small" aria-label={named(label)} onPress={onPress}>
      {label}
    </Button>
  );
  if (isUnderWay(run)) return may_delete ? button(words.cancel, () => onAct(call(cancelRun, { run_id: id }))) : null;
  const fetched = async () =>
    saveFile(file_name ?? "", [await callForBytes(downloadRun, { run_id: id })], "application/x-hdf5");
  return (
    <>
      {state === "done"
        ? displays.windows.map(({ label, open }) => <Fragment key={label}>{button(label, open)}</Fragment>)
        : null}
      {file_name === null || file_problem !== null ? null : button(words.download, () => onAct(fetched()))}
      {(state !== "done" || file_problem !== null) && may_delete
        ? button(words.retry, () => onAct(call(retryRun, { run_id: id })))
        : null}
      {may_delete ? button(words.remove, onDelete) : null}
    </>
  );
}
