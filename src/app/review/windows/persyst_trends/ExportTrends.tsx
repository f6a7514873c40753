import { useEffect, useRef, useState } from "react";
import { durationReadout, timeLeft } from "../../../../domain/time/durations.ts";
import { text } from "../../../../protocol/text/text.ts";
import { trendExportText as said } from "../../../../protocol/text/trend-export-text.ts";
import { type TrendExportFormat, trendExportLimits } from "../../../../protocol/trend-export.ts";
import { trendNotchHz } from "../../../../protocol/trends.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { Progress } from "../../../../ui/notices/Progress.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce } from "../../../session/index.ts";
import { fileOf } from "../../time/timeline.ts";
import { baselineName } from "./baseline-choices.ts";
import css from "./Export.module.css";
import { type ExportProgress, exportFiles } from "./export-file.ts";
import { type TrendsWindow, useTrendsWindow, viewInFile } from "./trends-window.ts";
import { words } from "./words.ts";

type SpanChoice = "view" | "file";
const formats: readonly TrendExportFormat[] = ["csv", "hdf5"];

function spanOf(window: TrendsWindow, choice: SpanChoice) {
  const { startMs, endMs } = choice === "view" ? viewInFile(window) : fileOf(window.timeline);
  return { start_ms: Math.floor(startMs), end_ms: Math.ceil(endMs) };
}

/** What is exported, with the settings of the window. */
function wantedOf(window: TrendsWindow, choice: SpanChoice, format: TrendExportFormat) {
  const { group, recording, props } = window;
  const baseline = window.baseline();
  return {
    source: { data_object_id: recording.data_object_id, modality: group?.modality ?? "" },
    ...({ isArtifactReduced: props.artifactReductionEnabled, notch: trendNotchHz, format } as const),
    ...(props.artifacts === "out" ? { leavesOutArtifacts: true as const } : {}),
    ...(baseline === null ? {} : { baseline: { start_ms: baseline.startMs, end_ms: baseline.endMs } }),
    ...spanOf(window, choice),
  };
}

/** Asks for the time and the format; then the values of all rows are saved as files. */
export function ExportTrends({ onClose }: { onClose: () => void }) {
  const window = useTrendsWindow();
  const { clock, props } = window;
  const [choice, setChoice] = useState<SpanChoice>("view");
  const [format, setFormat] = useState<TrendExportFormat>("csv");
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const { start_ms, end_ms } = spanOf(window, choice);
  const isTooLong = end_ms - start_ms > trendExportLimits.spanMs;

  const save = async () => {
    setProblem(null);
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const files = await exportFiles(wantedOf(window, choice, format), { onProgress: setProgress, signal });
      toast.success(said.done(files));
      onClose();
    } catch (error) {
      setProgress(null);
      if (!signal.aborted) setProblem(said.failed(reasonOnce(error)));
    }
  };

  const isBusy = progress !== null;
  return (
    <Dialog
      title={said.title}
      closeLabel={said.close}
      width={560}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={isBusy ? () => abort.current?.abort() : onClose}>{isBusy ? said.stop : said.cancel}</Button>
          <Button tone="primary" isDisabled={isTooLong} isPending={isBusy} onPress={() => void save()}>
            {said.save}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Field name={said.span}>
          <Choices
            label={said.span}
            choices={(["view", "file"] as const).map((id) => ({ id, name: said.spans[id] }))}
            selected={choice}
            onChoose={(id) => setChoice(id as SpanChoice)}
            isDisabled={isBusy}
          />
          <p>{said.from(clock.dateTime(start_ms), clock.dateTime(end_ms), durationReadout(end_ms - start_ms))}</p>
        </Field>
        <Field name={said.format}>
          <Choices
            label={said.format}
            choices={formats.map((id) => ({ id, name: said.formats[id].name }))}
            selected={format}
            onChoose={(id) => setFormat(id as TrendExportFormat)}
            isDisabled={isBusy}
          />
          <p>{said.formats[format].holds}</p>
        </Field>
        <Field name={said.values}>
          <p>{said.valuesHint}</p>
        </Field>
        <Field name={said.settings}>
          <p>
            {said.settingsOf(
              props.artifactReductionEnabled ? words.reduction.on : words.reduction.off,
              baselineName(window),
              props.artifacts === "out" ? said.artifacts.out : said.artifacts.in,
            )}
          </p>
        </Field>
        {isTooLong ? <p role="status">{said.refused.tooLong}</p> : null}
        {progress === null ? null : <Coming progress={progress} />}
        {problem === null ? null : (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={css.field}>
      <span aria-hidden>{name}</span>
      <div>{children}</div>
    </div>
  );
}

function Coming({ progress: { file, files, stage, fraction, leftMs } }: { progress: ExportProgress }) {
  const label = stage === "making" ? said.making : said.coming(file, files);
  if (fraction === null) return <p role="status">{label}</p>;
  const left = leftMs === null ? null : timeLeft(leftMs);
  return (
    <Progress
      label={label}
      detail={text.recordings.progress(Math.floor(100 * fraction), left)}
      fraction={fraction}
      isEven
    />
  );
}
