import { useEffect, useState } from "react";
import { checkAnalysis } from "../../../domain/pipelines/check.ts";
import { parametersOf, withParameters } from "../../../domain/pipelines/parameters.ts";
import { plainNumber } from "../../../domain/plain-number.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import type { ListedAnalysis, PipelineAnalysis } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { reasonOnce } from "../../session/index.ts";
import css from "./Analyses.module.css";

const words = analysesText;
const [hour, minute] = [3_600_000, 60_000];

export interface RunFormProps {
  listed: ListedAnalysis;
  dataObjectId: number;
  /** Of the active window. */
  view: () => Span | null;
  onRun: (analysis: PipelineAnalysis) => Promise<unknown>;
  /** Whether something was set that has not been run: false also when the form goes. */
  onEdited?: (isEdited: boolean) => void;
}

/** What is set before a run: signals, span, artifacts, windows. What is wrong is said before the server is asked. */
export function RunForm({ listed: { analysis }, dataObjectId, view, onRun, onEdited }: RunFormProps) {
  const first = parametersOf(analysis, dataObjectId);
  const [signals, setSignals] = useState<Record<number, string>>(() =>
    Object.fromEntries(Object.entries(first.modalities).map(([k, names]) => [k, names.join(", ")])),
  );
  const [span, setSpan] = useState<"file" | "view">("file");
  const [isMasked, setMasked] = useState(first.leavesOutArtifacts);
  const [windows, setWindows] = useState(() => ({
    size: String((first.windows?.sizeMs ?? 0) / hour),
    offset: String((first.windows?.offsetMs ?? 0) / hour),
    delta: String((first.windows?.deltaMs ?? 0) / minute),
  }));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asSet = JSON.stringify([signals, span, isMasked, windows]);
  const [known, setKnown] = useState(asSet);
  const isEdited = asSet !== known;
  useEffect(() => {
    onEdited?.(isEdited);
    return () => onEdited?.(false);
  }, [isEdited, onEdited]);
  const nodes = Object.keys(signals).map(Number);
  const number = (text: string, unit: number) => Math.round((plainNumber(text) ?? Number.NaN) * unit);
  const isNumber = (text: string) => plainNumber(text) !== null;

  const start = async () => {
    const now = span === "view" ? view() : null;
    const made = withParameters(analysis, {
      ...{ dataObjectId, leavesOutArtifacts: isMasked },
      span: now === null ? null : { startMs: now.startMs, endMs: now.endMs },
      modalities: Object.fromEntries(
        nodes.map((k) => [k, signals[k].split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]))]),
      ),
      windows:
        first.windows === null
          ? null
          : {
              sizeMs: number(windows.size, hour),
              offsetMs: number(windows.offset, hour),
              deltaMs: number(windows.delta, minute),
            },
    });
    const [wrong] = checkAnalysis(made).problems;
    setProblem(wrong?.sentence ?? null);
    if (wrong !== undefined) return;
    setBusy(true);
    await onRun(made).then(
      () => setKnown(asSet), // it stands in the list of runs now
      (error: unknown) => setProblem(reasonOnce(error)),
    );
    setBusy(false);
  };

  const windowField = (key: keyof typeof windows, label: string) => (
    <TextInput
      label={label}
      value={windows[key]}
      inputMode="decimal"
      onChange={(text) => setWindows({ ...windows, [key]: text })}
      error={isNumber(windows[key]) ? undefined : words.notNumber}
    />
  );
  return (
    <div className={css.form}>
      {nodes.map((k) => (
        <TextInput
          key={k}
          label={words.signals(analysis.pipeline_json.nodes[k].name)}
          value={signals[k]}
          onChange={(text) => setSignals({ ...signals, [k]: text })}
          hint={words.signalsHint}
        />
      ))}
      <Select
        label={words.span}
        options={(["file", "view"] as const).map((id) => ({ id, name: words.spans[id] }))}
        selected={span}
        onChoose={(id) => setSpan(id === "view" ? "view" : "file")}
      />
      {first.windows === null ? null : (
        <div className={css.windows}>
          {windowField("size", words.window)}
          {windowField("offset", words.offset)}
          {windowField("delta", words.delta)}
        </div>
      )}
      <Switch isSelected={isMasked} onChange={setMasked}>
        {words.artifacts}
      </Switch>
      {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
      <div className={css.actions}>
        <Button tone="primary" isPending={isBusy} onPress={() => void start()}>
          {isBusy ? words.starting : words.run}
        </Button>
      </div>
    </div>
  );
}
