import type { RefObject } from "react";
import type { HeatmapTrace } from "../../../../domain/graphs/graph.ts";
import { unitName } from "../../../../domain/montage/display.ts";
import { valueText } from "../../../../domain/montage/value-axis.ts";
import { text } from "../../../../protocol/text/text.ts";
import { spectrumTable } from "../../../../render/index.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { useTheme } from "../../../../ui/use-theme.ts";
import { cssColour, strokeColour } from "../../plot/trace-colours.ts";
import { mostBesideLetters } from "./graph-layout.ts";
import { useSeriesWindow } from "./series-window.ts";
import type { ShownGraph, ShownTrace } from "./shown.ts";
import css from "./TimeSeries.module.css";
import { words } from "./words.ts";

/** Nearly the plot's ink: a swatch of black on dark. */
const inkOnDark = [208 / 255, 217 / 255, 225 / 255, 1] as const;

/** Colours of a spectrum's preview. */
const steps = 17;

/** Whether the title has room beside a low graph: where no rows are named there, and units that differ are not told with it. */
export const isTitleBeside = ({ graph, units }: ShownGraph): boolean =>
  graph.renderStrategy === "line" && units.length < 2 && graph.name.length <= mostBesideLetters;

/** Titles and legends over the graphs; placed and given their values by `series-content.ts`. */
export function GraphHeads({
  graphs,
  heads,
  focusPlot,
}: {
  graphs: readonly ShownGraph[];
  heads: RefObject<HTMLUListElement | null>;
  focusPlot: () => void;
}) {
  return (
    <ul ref={heads} className={css.heads} aria-label={words.graphs}>
      {graphs.map((shown) => (
        <GraphHead key={shown.graph.id} shown={shown} focusPlot={focusPlot} />
      ))}
    </ul>
  );
}

function GraphHead({ shown, focusPlot }: { shown: ShownGraph; focusPlot: () => void }) {
  const { graph, traces, units } = shown;
  const isDrawn = traces.some(({ state }) => state.kind === "drawn");
  const isMixed = graph.renderStrategy === "line" && units.length > 1;
  const isAlone = traces.length === 1 && traces[0].label === graph.name;
  return (
    <li data-alone={isAlone || undefined} data-beside={isTitleBeside(shown) || undefined}>
      <div className={css.head}>
        <strong className={css.title}>{graph.name}</strong>
        {isMixed ? <span className={css.mixed}>{words.mixedUnits(units.map(unitName))}</span> : null}
        <div className={css.legend}>
          {traces.map((trace) => (
            <LegendEntry key={trace.trace.id} shown={trace} focusPlot={focusPlot} />
          ))}
        </div>
      </div>
      {isDrawn ? (
        <p className={css.note}>
          <span data-part="nothing-in-view" />
        </p>
      ) : (
        <p className={css.note}>{traces.length === 0 ? words.noTraces : words.nothingDrawn}</p>
      )}
    </li>
  );
}

/** Colour, name, unit and the value under the cursor; or why there is nothing. */
function LegendEntry({ shown, focusPlot }: { shown: ShownTrace; focusPlot: () => void }) {
  const window = useSeriesWindow();
  const theme = useTheme();
  const { trace, state, label, unit, isUncalibrated } = shown;
  const swatch = trace.renderStrategy === "line" ? cssColour(strokeColour(trace.color, theme, inkOnDark)) : undefined;
  return (
    <span className={css.entry} data-state={state.kind}>
      {swatch === undefined ? null : <i className={css.swatch} style={{ background: swatch }} aria-hidden />}
      <span className={css.name} title={isUncalibrated ? `${label}: ${text.plot.uncalibrated}` : undefined}>
        {label}
      </span>
      {trace.renderStrategy === "heatmap" && state.kind === "drawn" ? <Scale trace={trace} /> : null}
      {state.kind === "drawn" ? <small>{isUncalibrated ? text.plot.uncalibrated : unitName(unit)}</small> : null}
      <b data-value aria-hidden />
      {state.kind === "several" ? (
        <MenuButton
          label={words.which(label)}
          title={words.which(label)}
          value={words.choose}
          choices={state.candidates.map((place) => ({
            id: `${place.modality} ${place.channel}`,
            name: words.candidate(place),
          }))}
          selected={null}
          onChoose={(id) => {
            const place = state.candidates.find((each) => `${each.modality} ${each.channel}` === id);
            if (place !== undefined) window.choose(trace.id, state.signal, place);
            focusPlot();
          }}
        />
      ) : state.kind === "not-fetched" ? (
        <>
          <em>{words.problem(state)}</em>
          <Button size="small" onPress={() => window.recordings.tryAgain()}>
            {text.failed.tryAgain}
          </Button>
        </>
      ) : state.kind === "drawn" ? null : (
        <em>{words.problem(state)}</em>
      )}
    </span>
  );
}

/** The spectrum of a heatmap between its bounds. */
function Scale({ trace: { colorSpectrum, lowerBound, upperBound } }: { trace: HeatmapTrace }) {
  const table = spectrumTable(colorSpectrum);
  const stops = Array.from({ length: steps }, (_, k) => {
    const at = 4 * Math.round((k / (steps - 1)) * 255);
    return `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
  });
  const text = (value: number) => valueText(value, { min: lowerBound, max: upperBound });
  return (
    <span className={css.scale}>
      {text(lowerBound)}
      <i style={{ background: `linear-gradient(to right, ${stops.join(", ")})` }} aria-hidden />
      {text(upperBound)}
    </span>
  );
}
