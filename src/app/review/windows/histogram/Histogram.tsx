import { useSnapshot } from "valtio";
import { apart } from "../../../../protocol/text/apart.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import { useTheme } from "../../../../ui/use-theme.ts";
import chartCss from "../../chart/Chart.module.css";
import { ChartBody } from "../../chart/ChartBody.tsx";
import { useChartWindow } from "../../chart/chart-window.ts";
import { maskedNote } from "../../chart/notes.ts";
import { Waiting } from "../../chart/Waiting.tsx";
import { swatchColour } from "../../plot/trace-colours.ts";
import type { WindowBodyProps } from "../kind.ts";
import { binTip, saidOver } from "./bin-tip.ts";
import type { HistogramWindow } from "./histogram-window.ts";
import { histogramKindId } from "./kind-id.ts";
import { countedOf } from "./stored.ts";
import { words } from "./words.ts";

const ConfigureHistogram = fetched(
  async () => (await import("./ConfigureHistogram.tsx")).ConfigureHistogram,
  text.failed.notFetched,
);

/** A histogram window in its tile: grouped bars per bin for each chosen modality (spec 2.13). */
export function Histogram(props: WindowBodyProps<HistogramWindow>) {
  const { window, saving } = props;
  const { binMinimum, binMaximum, binSize, modalityConfigs } = useSnapshot(window.props);
  const theme = useTheme();
  const swatch = (position: number) => swatchColour(modalityConfigs[position]?.color ?? "#000000", theme);
  return (
    <ChartBody
      {...props}
      kind={histogramKindId}
      xControl={null}
      yControl={window.yControl}
      label={(signals, span) => words.label(signals.map(({ label }) => label).join(", ") || words.none, span)}
      swatch={swatch}
      tip={(share) => {
        const counts = window.counts();
        const signals = window.signals().map(({ label }, position) => ({ label, swatch: swatch(position) }));
        return counts === null ? null : binTip({ binMinimum, binMaximum, binSize }, counts, signals, share);
      }}
      note={<Note />}
      bar={<AutoScale window={window} />}
      facts={() => ({
        definition: words.definition(countedOf(modalityConfigs)),
        parameters: words.parameters(String(binMinimum), String(binMaximum), String(binSize)),
        source:
          window
            .signals()
            .map((signal) =>
              signal.kind === "found" ? `${apart(signal.label)} (${apart(signal.recording.obj_name)})` : signal.label,
            )
            .join("; ") || words.none,
      })}
      dialog={(close) => <ConfigureHistogram window={window} saving={saving} onClose={close} />}
    />
  );
}

/** The double click of the axis, for whoever does not find it. */
function AutoScale({ window }: { window: HistogramWindow }) {
  const { version } = useSnapshot(window.state);
  return (
    <Button size="small" isDisabled={version < 0 || window.counts() === null} onPress={() => window.yControl.reset()}>
      {words.autoScale}
    </Button>
  );
}

/** Over the plot: why there are no bars, or that some are cut off. */
function Note() {
  const window = useChartWindow<HistogramWindow>();
  const { countMax, modalityConfigs } = useSnapshot(window.props);
  const signals = window.signals();
  const counts = window.counts();
  if (modalityConfigs.length === 0) return <p className={chartCss.note}>{words.addHint}</p>;
  if (!signals.some(({ kind }) => kind !== "lost")) return <p className={chartCss.note}>{words.nothing}</p>;
  if (counts === null) return <Waiting />;
  const all = { expected: 0, masked: 0, present: 0 };
  for (const { tally } of window.facts().tallies)
    for (const name of ["expected", "masked", "present"] as const) all[name] += tally[name];
  if (all.present === 0) return <p className={chartCss.note}>{maskedNote(all) ?? words.noData}</p>;
  if ([...counts.values()].every((values) => values.every((count) => count === 0)))
    return <p className={chartCss.note}>{words.allClear}</p>;
  const beyond = window.countedBeyond();
  const { clock } = window;
  const said = [
    ...(beyond === null ? [] : [words.counted(clock.dateTime(beyond.startMs), clock.dateTime(beyond.endMs))]),
    saidOver(
      counts,
      signals.map(({ label }) => label),
      window.largest() > countMax,
    ),
  ]
    .join(" ")
    .trim();
  return said === "" ? null : <p className={`${chartCss.note} ${chartCss.corner}`}>{said}</p>;
}
