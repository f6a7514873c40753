import { Button as AriaButton } from "react-aria-components";
import { useSnapshot } from "valtio";
import { fixedText } from "../../../../domain/fixed-text.ts";
import { durationReadout } from "../../../../domain/time/durations.ts";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import { apart } from "../../../../protocol/text/apart.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { fetched } from "../../../../ui/fetched.tsx";
import chartCss from "../../chart/Chart.module.css";
import { ChartBody } from "../../chart/ChartBody.tsx";
import { useChartWindow } from "../../chart/chart-window.ts";
import { maskedNote } from "../../chart/notes.ts";
import { Waiting } from "../../chart/Waiting.tsx";
import type { WindowBodyProps } from "../kind.ts";
import { binTip } from "./bin-tip.ts";
import { optimumKindIds } from "./kind-id.ts";
import css from "./Optimum.module.css";
import { OverTime } from "./OverTime.tsx";
import type { OptimumWindow } from "./optimum-window.ts";
import { binPoints, captionEnd, uprightNames } from "./scene.ts";
import { binOf, timesOfBin } from "./times-of-bin.ts";
import { words } from "./words.ts";

const ConfigureOptimum = fetched(
  async () => (await import("./ConfigureOptimum.tsx")).ConfigureOptimum,
  text.failed.notFetched,
);

/** A window of CPPOpt or MAPOpt in its tile (spec 2.16, 2.17). */
export function OptimumPlot(props: WindowBodyProps<OptimumWindow>) {
  const { window, saving } = props;
  const { analytic } = window;
  useSnapshot(window.state);
  const result = window.result();
  return (
    <ChartBody
      {...props}
      kind={optimumKindIds[analytic]}
      xControl={null}
      yControl={window.yControl}
      label={(signals, span) =>
        words.label(words[analytic].optimum, signals.map(({ label }) => label).join(", "), span)
      }
      note={<Note />}
      onPress={(share) => {
        const made = window.result();
        if (share === null || made === null) {
          if (window.markedBin() !== null) window.markBin(null);
          return;
        }
        const { bin_low: low, bin_size: size, counts } = made;
        window.markBin(binOf(made, low + share * counts.length * size));
      }}
      tip={(share) => {
        const made = window.result();
        return made === null ? null : binTip(analytic, made, share);
      }}
      bar={
        <>
          <Bins />
          <OverTime />
        </>
      }
      facts={() => ({
        definition: `${words.definition[analytic]} ${words.investigational}`,
        parameters: words.parameters(durationReadout(result?.window_ms ?? 0)),
        source: window
          .signals()
          .map((signal) =>
            signal.kind === "found" ? `${apart(signal.label)} (${apart(signal.recording.obj_name)})` : signal.label,
          )
          .join("; "),
      })}
      dialog={(close) => <ConfigureOptimum window={window} saving={saving} onClose={close} />}
    />
  );
}

/** Over the plot: the optimum and its limits, or the rule by which there is none, or why nothing is known. */
function Note() {
  const window = useChartWindow<OptimumWindow>();
  const [signal] = window.signals();
  if (signal?.kind === "lost") return <p className={chartCss.note}>{signal.said}</p>;
  const result = window.result();
  if (result === null) return <Waiting />;
  const masked = maskedNote(result.tally);
  if (masked !== null) return <p className={chartCss.note}>{masked}</p>;
  return (
    <>
      {uprightNames(result).map(({ of, share, side }) => (
        // What they say is said in numbers below.
        <span
          key={of}
          className={css.upright}
          data-of={of}
          data-side={side}
          style={{ insetInlineStart: `${100 * share}%` }}
          aria-hidden
        >
          {of === "optimum" ? words[window.analytic].optimum : words.limits[of]}
        </span>
      ))}
      <div className={`${chartCss.note} ${css.result}`} data-at={captionEnd(result, window.yControl.range())}>
        {saidOf(window.analytic, result).map((said) => (
          <span key={said}>{said}</span>
        ))}
        <Marked result={result} />
      </div>
    </>
  );
}

/** Which bin's times are marked, and a button that takes the marks away. */
function Marked({ result }: { result: OptimumBlock }) {
  const window = useChartWindow<OptimumWindow>();
  const bin = window.markedBin();
  if (bin === null) return null;
  const minutes = timesOfBin(result, bin).reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 60_000, 0);
  return (
    <span className={css.marked} role="status">
      {words.marked(nameOf(result, bin), minutes)}
      <Button size="small" onPress={() => window.markBin(null)}>
        {words.clear}
      </Button>
    </span>
  );
}

const nameOf = ({ bin_low: low, bin_size: size }: OptimumBlock, bin: number): string =>
  words.bin(low + bin * size, low + (bin + 1) * size);

/** What the window found, from the optimum on. */
function saidOf(analytic: OptimumWindow["analytic"], result: OptimumBlock): string[] {
  const { optimum, failed, fitType, lla, ula, weight, samples, tally } = result;
  const name = words[analytic].optimum;
  const values = words.yield(samples, tally.expected);
  if (failed !== null || optimum === null) return [words.none(name, failed ?? "too_little_data"), values];
  const limb = fitType === 2 || fitType === 3 ? [words.limbs[fitType]] : [];
  // Without weight reactivity is lost at the lowest point of the fit.
  const limits = weight === 0 ? [words.impaired] : [words.lla(lla), words.ula(ula)];
  return [words.found(name, optimum), ...limb, ...limits, values];
}

/** Marks the times of a bin, for those who have no pointer. */
function BinButton({ from, to }: { from: number; to: number }) {
  const window = useChartWindow<OptimumWindow>();
  const result = window.result();
  const bin = result === null ? null : binOf(result, from);
  const isMarked = bin !== null && window.markedBin() === bin;
  const name = words.bin(from, to);
  return (
    <AriaButton
      className={css.binButton}
      aria-label={isMarked ? words.unmark(name) : words.mark(name)}
      data-marked={isMarked || undefined}
      onPress={() => window.markBin(bin)}
    >
      {name}
    </AriaButton>
  );
}

/** What each bin is made of, as a table. */
function Bins() {
  const window = useChartWindow<OptimumWindow>();
  const result = window.result();
  const bins = result === null ? [] : binPoints(result);
  const { columns } = words;
  return (
    <PopoverButton
      label={words.binsHint}
      hint={words.binsHint}
      content={() =>
        bins.length === 0 ? (
          <p className={css.empty}>{words.noBins}</p>
        ) : (
          <>
            <p className={css.hint}>{words.markHint}</p>
            <table className={css.bins}>
              <thead>
                <tr>
                  {Object.values(columns).map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {bins.map(({ from, to, count, share, index, error, isFitted }) => (
                  <tr key={from}>
                    <th scope="row">
                      <BinButton from={from} to={to} />
                    </th>
                    <td>{count}</td>
                    <td>{words.share(share)}</td>
                    <td>{fixedText(index, 3)}</td>
                    <td>{error === null ? words.no : fixedText(error, 3)}</td>
                    <td>{isFitted ? words.fitted.yes : words.fitted.no}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    >
      {words.bins}
    </PopoverButton>
  );
}
