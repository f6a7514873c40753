import { useState } from "react";
import {
  type DurationKindName,
  durationIn,
  durationKinds,
  durationProblem,
  type EnteredDuration,
  entryOf,
} from "../../../../../domain/graphs/calculation-durations.ts";
import {
  type ComputedAnalytic,
  durationsOf,
  graphDefaults,
  isComposite,
  type RollingAverage,
  signalsOf,
  type TraceContent,
  withSignals,
} from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../../ui/dialogs/Dialog.tsx";
import { Select } from "../../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../../ui/fields/TextInput.tsx";
import { endForm } from "../../../../shell/index.ts";
import { CompositeFields } from "./CompositeFields.tsx";
import css from "./ConfigureGraphs.module.css";
import { SourceButton } from "./SourceButton.tsx";

export interface CalculationDialogProps {
  content: TraceContent;
  /** Of the graph. */
  type: "line" | "heatmap";
  onDone: (content: TraceContent) => void;
  onClose: () => void;
}

/** 'Edit Calculation' (spec 2.10): post processing of a signal, or sources and durations of an analytic. */
export function CalculationDialog({ content, type, onDone, onClose }: CalculationDialogProps) {
  const { signal, onDemandAnalysis } = content;
  if (onDemandAnalysis?.analytic === "stored_run") return null; // it has nothing to set
  return signal === null ? (
    <AnalyticDialog
      analysis={onDemandAnalysis as ComputedAnalytic}
      type={type}
      onDone={(analysis) => onDone({ signal, onDemandAnalysis: analysis })}
      onClose={onClose}
    />
  ) : (
    <AverageDialog
      analysis={onDemandAnalysis}
      onDone={(analysis) => onDone({ signal, onDemandAnalysis: analysis })}
      onClose={onClose}
    />
  );
}

interface FormProps<Analysis, Done = Analysis> {
  analysis: Analysis;
  onDone: (analysis: Done) => void;
  onClose: () => void;
}

const methods = [
  { id: "none", name: graphsText.methodNone },
  { id: "rolling_average", name: graphsText.analyticNames.rolling_average },
];

function AverageDialog({ analysis, onDone, onClose }: FormProps<RollingAverage | null>) {
  const before = analysis === null ? "none" : "rolling_average";
  const [method, setMethod] = useState(before);
  const [lengthBefore] = useState(() =>
    entryOf(analysis?.calculationWindowMs ?? graphDefaults.rollingAverageMs, "rollingAverage"),
  );
  const [length, setLength] = useState(lengthBefore);
  const isNone = method === "none";
  const ms = durationIn(length);
  const isWrong = !isNone && durationProblem(length, "rollingAverage") !== undefined;
  return (
    <Frame
      isWrong={isWrong}
      isChanged={method !== before || (!isNone && isOther(length, lengthBefore))}
      onOk={() => {
        if (isNone) onDone(null);
        else if (ms !== null) onDone({ analytic: "rolling_average", calculationWindowMs: ms });
      }}
      onClose={onClose}
    >
      <Select label={graphsText.postProcessing} options={methods} selected={method} onChoose={setMethod} />
      {isNone ? null : (
        <Duration label={graphsText.window} kind="rollingAverage" entered={length} onEnter={setLength} />
      )}
    </Frame>
  );
}

function AnalyticDialog({
  analysis,
  type,
  onDone,
  onClose,
}: FormProps<ComputedAnalytic> & { type: CalculationDialogProps["type"] }) {
  const [now, setNow] = useState(analysis);
  const before = durationsOf(analysis);
  const kinds = isComposite(analysis)
    ? ({ window: "compositeWindow", period: "compositePeriod" } as const)
    : ({ window: "prxWindow", period: "prxPeriod" } as const);
  const [lengthBefore] = useState(() => entryOf(before?.windowMs ?? graphDefaults.prxWindowMs, kinds.window));
  const [periodBefore] = useState(() => entryOf(before?.periodMs ?? graphDefaults.prxPeriodMs, kinds.period));
  const [length, setLength] = useState(lengthBefore);
  const [period, setPeriod] = useState(periodBefore);
  const [windowMs, periodMs] = [durationIn(length), durationIn(period)];
  const isWrong =
    before !== null &&
    (durationProblem(length, kinds.window) !== undefined || durationProblem(period, kinds.period) !== undefined);
  const signals = signalsOf(now);
  return (
    <Frame
      isWrong={isWrong}
      isChanged={now !== analysis || isOther(length, lengthBefore) || isOther(period, periodBefore)}
      onOk={() => {
        if (now.analytic === "cpp") onDone(now);
        else if (windowMs !== null && periodMs !== null)
          onDone({ ...now, calculationWindowMs: windowMs, calculationPeriodMs: periodMs });
      }}
      onClose={onClose}
    >
      {signals.map(([role, name], k) => (
        <div key={role} className={css.role}>
          <span className={css.roleName} aria-hidden>
            {graphsText.signals[role]}
          </span>
          <SourceButton
            label={graphsText.signals[role]}
            name={name}
            onChoose={(chosen) =>
              setNow(
                withSignals(
                  now,
                  signals.map(([, each], at) => (at === k ? chosen : each)),
                ),
              )
            }
          />
        </div>
      ))}
      {isComposite(now) ? <CompositeFields analysis={now} type={type} onChoose={setNow} /> : null}
      {before === null ? null : (
        <>
          <Duration label={graphsText.window} kind={kinds.window} entered={length} onEnter={setLength} />
          <Duration label={graphsText.period} kind={kinds.period} entered={period} onEnter={setPeriod} />
        </>
      )}
      <p className={css.note}>{notes[now.analytic]}</p>
    </Frame>
  );
}

const notes = {
  ...{ prx: graphsText.prxNote, cox: graphsText.coxNote, cpp: graphsText.cppNote },
  ...{ cppopt: graphsText.optimumNote, mapopt: graphsText.optimumNote },
} as const;

const isOther = (entered: EnteredDuration, before: EnteredDuration): boolean =>
  entered.typed !== before.typed || entered.unit !== before.unit;

interface FrameProps {
  isWrong: boolean;
  isChanged: boolean;
  children: React.ReactNode;
  onOk: () => void;
  onClose: () => void;
}

function Frame({ isWrong, isChanged, children, onOk, onClose }: FrameProps) {
  return (
    <Dialog
      title={graphsText.editCalculation}
      closeLabel={graphsText.close}
      width={440}
      isOpen
      ignoresOutside
      onClose={() => endForm(isChanged, onClose)}
      actions={
        <>
          <Button onPress={onClose}>{graphsText.cancel}</Button>
          <Button tone="primary" isDisabled={isWrong} onPress={onOk}>
            {graphsText.ok}
          </Button>
        </>
      }
    >
      <div className={css.form}>{children}</div>
    </Dialog>
  );
}

interface DurationProps {
  label: string;
  kind: DurationKindName;
  entered: EnteredDuration;
  onEnter: (entered: EnteredDuration) => void;
}

/** A number and its unit; what is wrong stands under it. */
function Duration({ label, kind, entered, onEnter }: DurationProps) {
  const { units } = durationKinds[kind];
  return (
    <div className={css.duration}>
      <TextInput
        label={label}
        inputMode="decimal"
        maxLength={12}
        value={entered.typed}
        error={durationProblem(entered, kind)}
        onChange={(typed) => onEnter({ ...entered, typed })}
      />
      <Select
        label={graphsText.unitOf(label)}
        isLabelHidden
        options={units.map((unit) => ({ id: unit, name: graphsText.units[unit] }))}
        selected={entered.unit}
        onChoose={(id) => {
          const unit = units.find((each) => each === id);
          if (unit !== undefined) onEnter({ ...entered, unit });
        }}
      />
    </div>
  );
}
