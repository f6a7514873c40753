/** The graphs that a time series window opens with where nobody made any: of what the file holds, by names that fit every patient. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { type Graph, graphDefaults, graphLimits, type LineGraph, type SignalName } from "./graph.ts";
import { resolveSignal, titleOfSignal } from "./signal-names.ts";

/** Colours of new traces (look.md, Signals), in turn. */
export const traceColours = ["#0b6a7d", "#b45309", "#6b3fa0", "#ad241d", "#176a3a"] as const;

/** More graphs than this are not opened by themselves. */
const mostGraphs = 8;

/** How electrodes lie, which bear the names of EEG channels: nothing that is opened over the course of a pressure or a temperature. */
const isImpedance = (unit: string) => /^[kM]?\s*(ohms?|[\u03a9\u2126])$/i.test(unit.trim());

/**
 * Pressures first, by their default modalities; what else lies beside the EEG, the fastest first; impedances, or the EEG, where there
 * is nothing else.
 */
export function openingGraphs({ groups }: Pick<RecordingDetail, "groups">): Graph[] {
  const taken = new Set<string>();
  const names: { signal: SignalName; group: string | undefined }[] = [];
  for (const dataKey of ["ABP_na", "ICP_na"]) {
    const signal: SignalName = { dataSource: "current_patient", dataKey, rawDataKey: "" };
    const found = resolveSignal({ groups }, signal);
    if (found.kind !== "found" && found.kind !== "several") continue;
    names.push({ signal, group: found.kind === "found" ? found.place.modality : undefined });
    for (const { modality, channel } of found.kind === "found" ? [found.place] : found.candidates)
      taken.add(`${modality} ${channel}`);
  }
  const others = groups.filter(({ kind }) => kind !== "eeg").toSorted((a, b) => b.sampling_hz - a.sampling_hz);
  const isAllImpedance = others.every(({ channels }) => channels.every(({ unit }) => isImpedance(unit)));
  for (const { modality, channels } of others.length > 0 ? others : groups)
    channels.forEach(({ label, unit }, channel) => {
      if (taken.has(`${modality} ${channel}`) || (!isAllImpedance && isImpedance(unit))) return;
      names.push({ signal: { dataSource: "current_patient", dataKey: label, rawDataKey: modality }, group: modality });
    });
  const opened = names.slice(0, mostGraphs);
  const titles = opened.map(({ signal }) => titleOfSignal(signal));
  return opened.map(({ signal, group }, k) => {
    const isAlone = titles.filter((title) => title === titles[k]).length === 1;
    const rate = groups.find(({ modality }) => modality === group)?.sampling_hz;
    return isAlone || rate === undefined
      ? lineGraph(signal, k)
      : lineGraph(signal, k, `${titles[k]} ${rateText(rate)}`);
  });
}

/** Tells a monitor's numbers from the curve that they are taken of: 125 Hz, every 5 s. */
const rateText = (hz: number) =>
  hz < 1 ? `every ${Number((1 / hz).toPrecision(3))} s` : `${Number(hz.toPrecision(4))} Hz`;

/** `own`: a name that is not the signal's. */
function lineGraph(signal: SignalName, k: number, own = ""): LineGraph {
  const { min, max, autoScale } = graphDefaults;
  const [id, color] = [`graph-${k + 1}`, traceColours[k % traceColours.length]];
  return {
    ...{
      id,
      name: (own || titleOfSignal(signal)).slice(0, graphLimits.title),
      renderStrategy: "line",
      min,
      max,
      autoScale,
    },
    traces: [
      {
        ...{ id: `trace-${k + 1}`, name: own, renderStrategy: "line", color },
        content: { signal, onDemandAnalysis: null },
      },
    ],
  };
}
