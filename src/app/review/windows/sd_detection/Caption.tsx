import { useSyncExternalStore } from "react";
import { useSnapshot } from "valtio";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import { cornerText, slowPotentialsOf } from "../../../../domain/montage/prefilter.ts";
import type { Montage } from "../../../../domain/montage/standard-montages.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { isCutOff } from "../../plot/status.ts";
import type { MontageLibrary } from "../../rows/drawn.ts";
import { setMontage } from "../../rows/montage-props.ts";
import { useReadout } from "../../time/use-readout.ts";
import { boxHalfMs } from "./event-pages.ts";
import css from "./SdDetection.module.css";
import { tracesText } from "./SdPlot.tsx";
import { useSdWindow } from "./sd-window.ts";
import { rowPrefilters, searchedOf } from "./searched.ts";
import { words } from "./words.ts";

/** An empty row was recorded through nothing. */
const rowsHere = ({ channels }: Drawn) => channels.filter(({ missing }) => missing.length === 0);

/** Over the plot: what each trace set shows, and what is known of events in view. */
export function Caption({ drawn }: { drawn: Drawn }) {
  const { props } = useSdWindow();
  const { eegConfig, overlayEEGConfig } = useSnapshot(props);
  const { sampling_hz } = drawn.group;
  const rows = rowsHere(drawn);
  const { unknown } = slowPotentialsOf(rowPrefilters(drawn, rows));
  return (
    <div className={css.caption}>
      <span>{tracesText(eegConfig, sampling_hz)}</span>
      <span data-part="overlay">{tracesText(overlayEEGConfig, sampling_hz)}</span>
      <Findings drawn={drawn} />
      {unknown.length === 0 ? null : <span>{words.highPassUnknown(unknown.length, rows.length)}</span>}
    </div>
  );
}

/** How many events are in view, and why that may not be all: off, on its way, failed, provisional. */
function Findings({ drawn }: { drawn: Drawn }) {
  const { props, detection, timeline, clock, recording, readout } = useSdWindow();
  const isAway = isCutOff(useSyncExternalStore(readout.subscribe, readout.read).kind);
  const { autoDetectionEnabled } = useSnapshot(props);
  void useSnapshot(detection.state).version;
  // A line for each, so that React follows the view ten times a second at most, and only where they change.
  const found = useReadout(timeline, ({ startMs, endMs }) =>
    detection
      .events()
      .filter(({ onset_ms }) => onset_ms + boxHalfMs > startMs && onset_ms - boxHalfMs < endMs)
      .map(({ drawnRow, onset_ms }) => words.findings.one(drawnRow.name, clock.dateTime(onset_ms)))
      .join("\n"),
  );
  const state = useReadout(timeline, () => (detection.isComplete() ? "all" : "some"));
  const fromMs = detection.provisionalFromMs();
  const provisional = useReadout(timeline, ({ endMs }) => fromMs !== null && fromMs < endMs);
  if (!autoDetectionEnabled) return <span>{words.findings.off}</span>;
  if (searchedOf(drawn) === null) return <span data-part="failed">{words.findings.noRows}</span>;
  const failures = detection.pages().flatMap(({ state: is }) => (is.kind === "failed" ? [is.message] : []));
  const each = found === "" ? [] : found.split("\n");
  const toCome = isAway ? words.findings.away : words.findings.loading;
  return (
    <>
      <span role="status" data-part="findings" title={found === "" ? undefined : found}>
        {words.auto}: {state === "all" ? words.events(each.length) : toCome}, {words.screening}
        <span className="visually-hidden">{each.length === 0 ? "" : `: ${each.join(", ")}`}</span>
      </span>
      {failures.length === 0 ? null : (
        <span role="alert" data-part="failed">
          {words.findings.failed([...new Set(failures)].join(" "))}
        </span>
      )}
      {provisional && fromMs !== null ? (
        // What decides an event may lie before it by more than there is of the recording.
        <span>{fromMs <= recording.start_ms ? words.allProvisional : words.provisional(clock.dateTime(fromMs))}</span>
      ) : null}
    </>
  );
}

/** Says that the recording's own high-pass forbids slow potentials in rows that are drawn. */
export function HighPassWarning({ drawn }: { drawn: Drawn }) {
  const rows = rowsHere(drawn);
  const { forbidden, highestHz } = slowPotentialsOf(rowPrefilters(drawn, rows));
  const { library, props } = useSdWindow();
  if (forbidden.length === 0) return null;
  const better = forbidden.length < rows.length ? null : slowMontage(library);
  return (
    <Banner tone="warning">
      {words.highPass(cornerText(highestHz), forbidden.length, rows.length)}
      {better === null ? null : (
        <Button size="small" onPress={() => setMontage(props, better.montage.id)}>
          {words.showSlow(better.labels)}
        </Button>
      )}
    </Banner>
  );
}

/** Channels of the recording that say that slow potentials are in them, and the montage that shows them; null: none say so. */
function slowMontage(library: MontageLibrary): { montage: Montage; labels: string } | null {
  for (const montage of library.montages()) {
    const channels = montage.type === "Recording" ? (library.group(montage.id)?.channels ?? []) : [];
    const { forbidden, unknown } = slowPotentialsOf(channels.map(({ prefilter }) => prefilter));
    const slow = channels.filter((_, k) => !forbidden.includes(k) && !unknown.includes(k));
    if (slow.length > 0) return { montage, labels: rangeText(slow.map(({ label }) => bareLabel(label))) };
  }
  return null;
}

const rangeText = (labels: readonly string[]) =>
  labels.length < 3 ? labels.join(", ") : words.range(labels[0], labels[labels.length - 1]);
