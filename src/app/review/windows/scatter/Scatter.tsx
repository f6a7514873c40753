import { useSnapshot } from "valtio";
import { apart } from "../../../../protocol/text/apart.ts";
import { text } from "../../../../protocol/text/text.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import chartCss from "../../chart/Chart.module.css";
import { ChartBody } from "../../chart/ChartBody.tsx";
import { useChartWindow } from "../../chart/chart-window.ts";
import { maskedNote } from "../../chart/notes.ts";
import { Waiting } from "../../chart/Waiting.tsx";
import type { WindowBodyProps } from "../kind.ts";
import { scatterKindId } from "./kind-id.ts";
import { periodChoices } from "./period-choices.ts";
import { countLeftOut, countOutside } from "./points.ts";
import type { ScatterWindow } from "./scatter-window.ts";
import { words } from "./words.ts";

const ConfigureScatter = fetched(
  async () => (await import("./ConfigureScatter.tsx")).ConfigureScatter,
  text.failed.notFetched,
);

/** A scatter window in its tile: two signals against each other (spec 2.15). */
export function Scatter(props: WindowBodyProps<ScatterWindow>) {
  const { window, saving } = props;
  const { resamplingPeriodSeconds } = useSnapshot(window.props);
  return (
    <ChartBody
      {...props}
      kind={scatterKindId}
      xControl={window.xControl}
      yControl={window.yControl}
      label={(signals, span) => words.label(signals.map(({ label }) => label).join(", "), span)}
      note={<Note />}
      bar={<Resample window={window} />}
      facts={() => ({
        definition: words.definition,
        parameters: words.parameters(words.seconds(resamplingPeriodSeconds)),
        source: window
          .signals()
          .map((signal) =>
            signal.kind === "found" ? `${apart(signal.label)} (${apart(signal.recording.obj_name)})` : signal.label,
          )
          .join("; "),
      })}
      dialog={(close) => <ConfigureScatter window={window} saving={saving} onClose={close} />}
    />
  );
}

function Resample({ window }: { window: ScatterWindow }) {
  const { resamplingPeriodSeconds: seconds } = useSnapshot(window.props);
  return (
    <MenuButton
      label={words.resample}
      value={words.seconds(seconds)}
      shown={`${words.resample}: ${words.seconds(seconds)}`}
      title={words.resample}
      choices={periodChoices(seconds)}
      selected={String(seconds)}
      onChoose={(id) => {
        window.props.resamplingPeriodSeconds = Number(id);
      }}
    />
  );
}

/** Over the plot: why there are no points, or that none is seen. */
function Note() {
  const window = useChartWindow<ScatterWindow>();
  const points = window.points();
  if (window.signals().some(({ kind }) => kind === "lost")) return <Lost window={window} />;
  if (points === null) return <Waiting />;
  if (points.times.length === 0) return <p className={chartCss.note}>{whyNone(window)}</p>;
  const all = points.times.length;
  const outside = countOutside(points, window.ranges());
  const pressures = window.indexSignals();
  const leftOut = countLeftOut(points, pressures);
  const said = [
    ...(outside === 0 ? [] : [outside === all ? words.outside : words.someOutside(outside, all)]),
    ...(leftOut === 0 ? [] : [words.someLeftOut(leftOut, all, pressures)]),
  ];
  if (said.length === 0) return null;
  const place = outside === all ? chartCss.note : `${chartCss.note} ${chartCss.corner}`;
  return <p className={place}>{said.join(" ")}</p>;
}

/** Why there are no points: whichever signal has none left, or no period that both have. */
function whyNone(window: ScatterWindow): string {
  const { tallies } = window.facts();
  const masked = tallies.flatMap(({ label, tally }) => {
    const said = maskedNote(tally);
    return said === null ? [] : `${label}: ${said}`;
  });
  if (masked.length > 0) return masked.join(" ");
  return tallies.some(({ tally }) => tally.masked > 0) ? words.noUnmaskedPoints : words.noPoints;
}

function Lost({ window }: { window: ScatterWindow }) {
  return (
    <p className={chartCss.note}>
      {window
        .signals()
        .flatMap((signal) => (signal.kind === "lost" ? `${signal.label}: ${signal.said}` : []))
        .join(". ")}
    </p>
  );
}
