import { type ReactNode, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import type { ActionId } from "../../../domain/shortcuts/actions.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { useConfigure } from "../configure/use-configure.ts";
import { ArtifactsMenu, ArtifactsUnknown } from "../plot/ArtifactsMenu.tsx";
import { DamageNotice } from "../plot/DamageNotice.tsx";
import { EngineChip } from "../plot/EngineChip.tsx";
import { GraceBanner } from "../plot/GraceBanner.tsx";
import { PageLengthMenu } from "../plot/PageLengthMenu.tsx";
import plotCss from "../plot/Plot.module.css";
import { PlotWindowContext } from "../plot/plot-window.ts";
import { StatusBadge } from "../plot/StatusBadge.tsx";
import { TimeButtons } from "../plot/TimeButtons.tsx";
import { timeActions } from "../plot/time-actions.ts";
import { useEngine } from "../plot/use-engine.ts";
import { usePlotFocus } from "../plot/use-plot-focus.ts";
import { WindowFrame } from "../plot/WindowFrame.tsx";
import { WindowNotices } from "../plot/WindowNotices.tsx";
import { useWindowActions } from "../shortcuts/window-actions.ts";
import { useReadout } from "../time/use-readout.ts";
import { TimelineBar } from "../timeline/TimelineBar.tsx";
import type { WindowBodyProps } from "../windows/kind.ts";
import css from "./Chart.module.css";
import { ChartFrame } from "./ChartFrame.tsx";
import type { ChartTipProps } from "./ChartTip.tsx";
import type { AxisControl } from "./chart-content.ts";
import { type ChartWindow, ChartWindowContext, useChartWindow } from "./chart-window.ts";
import { Facts, FactsButton, FactsList } from "./Facts.tsx";
import type { AnalysisFacts } from "./fact-lines.ts";
import { StoredFactsList } from "./StoredFactsList.tsx";
import type { ChartSignal } from "./signals.ts";

export interface ChartBodyProps<Window extends ChartWindow> extends WindowBodyProps<Window> {
  /** Its `componentId`: what page lengths it offers. */
  kind: string;
  xControl: AxisControl | null;
  yControl: AxisControl | null;
  /** What the picture shows, for those who cannot see it. */
  label: (signals: readonly ChartSignal[], span: string) => string;
  /** Colour of each signal in the legend; absent: none is shown. */
  swatch?: (position: number) => string;
  /** Why there is nothing, or what is not seen; null: all is well. */
  note: ReactNode;
  /** Controls of the bar, after the page length. */
  bar?: ReactNode;
  /** Told where the plot was pressed, as `ChartFrame` has it. */
  onPress?: (share: number | null) => void;
  /** What is said beside the pointer, as `ChartFrame` has it. */
  tip?: ChartTipProps["tip"];
  facts: () => Omit<AnalysisFacts, "core" | "left">;
  /** The Configure dialog. */
  dialog: (close: () => void) => ReactNode;
}

/** A window of a chart in its tile: bar, legend, plot, timeline. */
export function ChartBody<Window extends ChartWindow>(props: ChartBodyProps<Window>) {
  const { window, isActive, onRenderer, saving, onClose } = props;
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const configure = useConfigure(saving);
  const actions = useMemo(
    () => timeActions(window.timeline, { table: window.annotations.table }, () => goTo.current?.focus()),
    [window],
  );
  useWindowActions(isActive, {
    title: window.title,
    timeline: window.timeline,
    whyNoMarks: () => chartText.noMarks,
    actions: { ...actions, edit_window_settings: configure.open } satisfies Partial<Record<ActionId, () => void>>,
  });
  return (
    <ChartWindowContext value={window}>
      <PlotWindowContext value={window}>
        <WindowFrame
          title={window.title}
          bar={
            <>
              <PageLengthMenu kind={props.kind} focusPlot={focusPlot} />
              {props.bar}
              <ArtifactsMenu focusPlot={focusPlot} />
              <span className={plotCss.space} />
              <StatusBadge />
              <EngineChip engine={engine} />
              <ChartFactsButton facts={props.facts} />
              <TimeButtons focusPlot={focusPlot} />
            </>
          }
          onSettings={configure.open}
          onClose={onClose}
        >
          <ChartView {...props} onRenderer={engine.onRenderer} surface={surface} focusPlot={focusPlot} goTo={goTo} />
          {configure.isOpen ? props.dialog(configure.close) : null}
        </WindowFrame>
      </PlotWindowContext>
    </ChartWindowContext>
  );
}

type ViewProps<Window extends ChartWindow> = ChartBodyProps<Window> & {
  surface: ReturnType<typeof usePlotFocus>["surface"];
  focusPlot: () => void;
  goTo: React.RefObject<HTMLInputElement | null>;
};

function ChartView<Window extends ChartWindow>(props: ViewProps<Window>) {
  const { label, swatch, note, onPress, tip, backend, onRenderer, surface, focusPlot, goTo, xControl, yControl } =
    props;
  const window = useChartWindow();
  const { timeline, clock, annotations, recording } = window;
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  const fileStartMs = useReadout(timeline, (now) => now.fileStartMs);
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const signals = window.signals();
  const found = signals.filter((signal) => signal.kind === "found");
  const group = found.at(0)?.group;
  const contents = useMemo(
    () => ({
      file: { startMs: fileStartMs, endMs: fileEndMs },
      signal: group === undefined ? null : { segments: group.segments, samplingHz: group.sampling_hz },
      recordingStartMs: recording.start_ms,
      annotations,
    }),
    [fileStartMs, fileEndMs, group, recording, annotations],
  );
  return (
    <div className={plotCss.window}>
      <WindowNotices>
        <GraceBanner />
        <ArtifactsUnknown />
        {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
        <DamageNotice recordings={[recording, ...found.map((signal) => signal.recording)]} />
      </WindowNotices>
      <ChartFrame
        label={(span) => label(signals, span)}
        legend={<Legend signals={signals} swatch={swatch} />}
        over={note}
        onPress={onPress}
        tip={tip}
        createContent={window.createContent}
        xControl={xControl}
        yControl={yControl}
        wanted={backend}
        onRenderer={onRenderer}
        surface={surface}
      />
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}

function Legend({ signals, swatch }: { signals: readonly ChartSignal[]; swatch?: (position: number) => string }) {
  return signals.map((signal, k) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own
    <span key={k} className={css.entry}>
      {swatch === undefined ? null : <i className={css.swatch} style={{ background: swatch(k) }} aria-hidden />}
      <span title={signal.label}>{signal.label}</span>
      {signal.kind === "found" ? <small>{signal.unit}</small> : null}
      {signal.kind === "lost" ? <em>{signal.said}</em> : null}
      {signal.kind === "loading" ? <em>{text.review.loading}</em> : null}
    </span>
  ));
}

function ChartFactsButton({ facts }: { facts: ChartBodyProps<ChartWindow>["facts"] }) {
  const window = useChartWindow();
  const { artifacts } = useSnapshot(window.props);
  const { tallies, core } = window.facts();
  const left = tallies.map(({ label, tally: { expected, masked, present } }) =>
    chartText.facts.share(label, masked / Math.max(1, expected), (expected - masked - present) / Math.max(1, expected)),
  );
  const { parameters, ...rest } = facts();
  const said = chartText.facts.artifacts[artifacts === "out" ? "out" : "counted"];
  const shown = { ...rest, parameters: `${parameters}; ${said}`, left: left.join("; ") || chartText.facts.none, core };
  const stored = window
    .signals()
    .flatMap((signal) =>
      signal.kind === "found" && signal.recording.stored !== undefined
        ? [{ label: signal.label, facts: signal.recording.stored }]
        : [],
    );
  if (stored.length === 0) return <Facts facts={shown} />;
  return (
    <FactsButton
      content={() => (
        <div className={css.parts}>
          <FactsList facts={shown} />
          {stored.map(({ label, facts: ofRun }) => (
            <section key={label} aria-label={label}>
              <h3>{label}</h3>
              <StoredFactsList stored={ofRun} clock={window.clock} />
            </section>
          ))}
        </div>
      )}
    />
  );
}
