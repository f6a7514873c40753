/** What each kind of node makes of the series that reach it. */

import { isSameUnit } from "../../domain/graphs/signal-names.ts";
import { filterSummary } from "../../domain/montage/filter-options.ts";
import { binsOf, histogramColumns } from "../../domain/pipelines/bins.ts";
import { optimumColumns, summaryColumns, summedColumns } from "../../domain/pipelines/nodes.ts";
import { type Windows, windowsOf } from "../../domain/pipelines/windows.ts";
import { durationShort } from "../../domain/time/durations.ts";
import { isInactiveAt } from "../../protocol/acting-filters.ts";
import type { Analysis, ChannelSource } from "../../protocol/analysis.ts";
import { type PipelineAnalysis, type PipelineNode, pipelineLimits } from "../../protocol/pipelines.ts";
import type { Filters } from "../../protocol/recipe.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { type DerivedRecording, firstSampleFrom, indexWindowMs, lookUpAnalysis } from "../analysis/index.ts";
import { type Files, maskedOfAll } from "./plan.ts";
import { type PairHow, type PlannedSeries, PlanRefused } from "./types.ts";

const said = pipelineText.planned;
/** Values that summaries of windows look at. */
const mostLookedAt = 4e9;

interface Reaching {
  /** Positions of the series that reach the node. */
  taken: readonly number[];
  series: readonly PlannedSeries[];
  analysis: PipelineAnalysis;
  files: Files;
}

/** The series that a node brings: new ones, or positions of those that pass. @throws PlanRefused, AnalysisRefused */
export async function planNode(node: PipelineNode, reaching: Reaching): Promise<(PlannedSeries | number)[]> {
  const { taken, series } = reaching;
  const [first] = taken.map((k) => series[k]);
  const { subtype, args } = node;
  switch (node.type) {
    case "export":
      return [...taken];
    case "arithmetic":
      return [subtype === "scale" ? scaled(node, taken[0], first) : paired(node, reaching)];
    case "filter": {
      if (subtype === "resample") return [resampled(node, taken[0], first)];
      if (subtype === "column") {
        const column = first.columns.indexOf(args.column as string);
        return [
          {
            ...like(node, first, `The column ${args.column} of ${first.name}.`),
            units: [first.units[column]],
            work: { kind: "column", of: taken[0], column },
          },
        ];
      }
      if (subtype !== "range") return [filtered(node, first)];
      const { low, high } = args as { low: number; high: number };
      return [
        {
          ...like(node, first, `Values from ${low} to ${high}; others are missing.`),
          work: { kind: "range", of: taken[0], low, high },
        },
      ];
    }
    case "statistics":
      return [summed(node, reaching)];
    default:
      return [await analytic(node, reaching)];
  }
}

/** On the same grid, in the same unit. */
const like = (node: PipelineNode, of: PlannedSeries, definition: string) => ({
  ...of,
  ...{ name: node.name, columns: [""], units: of.units.slice(0, 1), definition, parameters: node.args },
});

const filterTitles = { lff: "LFF", hff: "HFF", notch: "Notch" } as const;
const noFilters: Filters = { lff: null, hff: null, notch: null };

/** @throws PlanRefused where the filter cannot act at this rate */
function filtered(node: PipelineNode, first: PlannedSeries): PlannedSeries {
  const { work, grid } = first;
  if (work.kind !== "channel" && work.kind !== "filtered") throw new PlanRefused(pipelineText.problems.waves);
  const name = node.subtype as keyof typeof filterTitles;
  const hz = node.args.frequency as number | null;
  const { sampling_hz } = grid;
  if (hz !== null && isInactiveAt(hz, sampling_hz))
    throw new PlanRefused(said.inactive(filterTitles[name], hz, sampling_hz));
  const filters = { ...(work.kind === "filtered" ? work.filters : noFilters), [name]: hz };
  const { recording, modality, channel } = work.channel;
  const label = recording.groups.find((group) => group.modality === modality)?.channels[channel].label ?? modality;
  return {
    ...like(node, first, `${label} as an EEG window filters it: ${filterSummary(filters, sampling_hz)}.`),
    ...{ parameters: { ...filters }, work: { kind: "filtered", channel: work.channel, filters } },
  };
}

function scaled(node: PipelineNode, of: number, first: PlannedSeries): PlannedSeries {
  const { factor, offset } = node.args as { factor: number; offset: number };
  return { ...like(node, first, `Value * ${factor} + ${offset}.`), work: { kind: "scale", of, factor, offset } };
}

const signs: Readonly<Record<PairHow, string>> = { add: "+", subtract: "-", multiply: "*", divide: "/" };

/** @throws PlanRefused unless both have the same times, and units that go together */
function paired(node: PipelineNode, { taken, series }: Reaching): PlannedSeries {
  const how = node.subtype as PairHow;
  const [a, b] = taken.map((k) => series[k]);
  if (a.gridKey !== b.gridKey) throw new PlanRefused(said.grids);
  const [unitA, unitB] = [a.units[0], b.units[0]];
  const isSum = how === "add" || how === "subtract";
  if (isSum && !isSameUnit(unitA, unitB)) throw new PlanRefused(said.units(unitA, unitB));
  const shift = indexShift(a, b);
  const joined = joinOf(node, [a, b]);
  const unit = isSum ? unitA : `${unitA || "1"}${how === "multiply" ? "*" : "/"}${unitB || "1"}`;
  return {
    ...joined,
    ...{ units: [unit === "1*1" || unit === "1/1" ? "" : unit], gridKey: a.gridKey, grid: a.grid },
    definition: `${a.name} ${signs[how]} ${b.name}, sample by sample; missing where one of both is, or where it is not finite.`,
    work: { kind: "pair", how, first: taken[0], second: taken[1], shift },
    ...{
      first: Math.max(a.first, b.first - shift),
      end: Math.max(Math.max(a.first, b.first - shift), Math.min(a.end, b.end - shift)),
    },
  };
}

/** Grids of recordings count from its start; those of the epoch from their own. */
function indexShift({ gridKey, grid: a }: PlannedSeries, { grid: b }: PlannedSeries): number {
  if (!gridKey.startsWith("epoch")) return 0;
  return Math.round(((a.segments[0].start_ms - b.segments[0].start_ms) * a.sampling_hz) / 1000);
}

/** What series have together. */
function joinOf(node: PipelineNode, of: readonly PlannedSeries[]) {
  const span = {
    startMs: Math.max(...of.map((each) => each.span.startMs)),
    endMs: Math.min(...of.map((each) => each.span.endMs)),
  };
  if (span.startMs >= span.endMs) throw new PlanRefused(said.nothing);
  const sources = [...new Set(of.flatMap((each) => each.sources))];
  return { name: node.name, columns: [""], parameters: node.args, span, sources, masked: maskedOfAll(of) };
}

/** Indexes of the epoch grid: from the first period that the span touches on. */
const epochGrid = (firstMs: number, periodMs: number, count: number) => ({
  gridKey: `epoch ${periodMs}`,
  grid: { sampling_hz: 1000 / periodMs, segments: [{ first: 0, count, start_ms: firstMs }] },
  ...{ first: 0, end: count },
});

/** One index at a time that is no multiple of a period: it goes with nothing but what has the same time alone. */
const momentGrid = (timeMs: number) => ({ ...epochGrid(timeMs, 1000, 1), gridKey: `moment ${timeMs}` });

function resampled(node: PipelineNode, of: number, first: PlannedSeries): PlannedSeries {
  const periodMs = (node.args.period as number) / 1000;
  const from = Math.floor(first.span.startMs / periodMs);
  const count = Math.ceil(first.span.endMs / periodMs) - from;
  return {
    ...like(node, first, `Mean of the finite values in [t, t + ${periodMs / 1000} s).`),
    work: { kind: "means", of, periodMs },
    ...epochGrid(from * periodMs, periodMs, count),
  };
}

/** @throws PlanRefused when there would be too many of them, or none: a file that is too short would look like one without an optimum */
function windowsFor({ multiprocess_epoching_args: epoching }: PipelineAnalysis, span: PlannedSeries["span"]): Windows {
  if (epoching === undefined) throw new PlanRefused(pipelineText.problems.needsWindows);
  const windows = windowsOf(epoching, span);
  if (windows.count === 0)
    throw new PlanRefused(
      said.noWindow(durationShort(windows.firstMs - span.startMs), durationShort(span.endMs - span.startMs)),
    );
  if (windows.count > pipelineLimits.windows) throw new PlanRefused(said.tooManyWindows);
  return windows;
}

function summed(node: PipelineNode, { taken, series, analysis }: Reaching): PlannedSeries {
  const of = series[taken[0]];
  const windows = node.args.over === "windows" ? windowsFor(analysis, of.span) : null;
  const perWindow = windows === null ? of.end - of.first : (windows.windowMs * of.grid.sampling_hz) / 1000;
  if (perWindow * (windows?.count ?? 1) * of.columns.length > mostLookedAt) throw new PlanRefused(said.tooMuchRead);
  const kept = summedColumns(of.columns);
  const units = kept.flatMap((column) => {
    const unit = of.units[of.columns.indexOf(column)];
    return ["", unit, unit, unit, unit, ""];
  });
  const grid =
    windows === null ? momentGrid(of.span.endMs) : epochGrid(windows.firstMs, windows.deltaMs, windows.count);
  const bins = node.subtype === "histogram" ? binsOf(node.args) : null;
  const where = windows === null ? "the whole span, at its end" : `the ${windows.windowMs / 1000} s before t`;
  const parameters = {
    ...node.args,
    ...(bins === null ? {} : { binMinimum: bins.min, binMaximum: bins.max, binSize: bins.size }),
    ...(windows === null ? {} : analysis.multiprocess_epoching_args),
  };
  if (bins !== null) {
    const columns = histogramColumns(bins);
    const definition = `Finite values over ${where}, by bins of ${bins.size} from ${bins.min} to ${bins.max}, the first one bin_1; those below and above, and all.`;
    return {
      ...like(node, of, definition),
      ...{ parameters, columns, units: columns.map(() => ""), ...grid },
      work: { kind: "summary", of: taken[0], columns: [0], windows, bins },
    };
  }
  return {
    ...like(
      node,
      of,
      `Of each column over ${where}: finite values, mean, sample deviation, least, greatest, share that is missing.`,
    ),
    ...{ parameters, columns: summaryColumns(of.columns), units, ...grid },
    work: { kind: "summary", of: taken[0], columns: kept.map((column) => of.columns.indexOf(column)), windows },
  };
}

const definitions: Readonly<Record<string, string>> = {
  average: "Mean of what was recorded in the window before each sample.",
  prx: "Correlation of ABP and ICP over means of 10 s in the window before t.",
  cox: "Correlation of ABP and StO2 over means of 10 s in the window before t.",
  cpp: "ABP - ICP at the times of the slower of both.",
  cppopt:
    "Optimal CPP of the window before t: PRx by CPP in bins of 5 mmHg, a weighted parabola of its Fisher transform.",
  mapopt:
    "Optimal MAP of the window before t: COx by MAP in bins of 2 mmHg, a weighted parabola of its Fisher transform.",
};

/** An analytic of recorded channels is the derived group of the same definition, so its values are those of the screen. */
async function analytic(node: PipelineNode, { taken, series, analysis, files }: Reaching): Promise<PlannedSeries> {
  const of = taken.map((k) => series[k]);
  const isMasked = of.map(({ parameters }) => parameters.leaves_out_artifacts === true);
  if (isMasked.some((each) => each !== isMasked[0])) throw new PlanRefused(said.artifacts);
  const recording = await lookUpAnalysis(onDemand(node, of.map(sourceOf), isMasked[0]), files.lookUp, files.masksOf);
  if (recording === null) throw new PlanRefused(said.recording);
  const [group] = recording.groups;
  const joined = joinOf(node, of);
  const { subtype } = node;
  if (subtype === "cppopt" || subtype === "mapopt") {
    const windows = windowsFor(analysis, joined.span);
    const columns = optimumColumns(subtype);
    const parameters = { ...node.args, ...analysis.multiprocess_epoching_args };
    return {
      ...joined,
      ...{ columns, units: columns.map(optimumUnit), definition: definitions[subtype], parameters },
      work: { kind: "optimum", analytic: subtype, recording, windows },
      ...epochGrid(windows.firstMs, windows.deltaMs, windows.count),
    };
  }
  return {
    ...joined,
    ...{
      units: [group.channels[0].unit],
      definition: definitions[subtype],
      grid: group,
      gridKey: gridKeyOf(recording),
    },
    work: { kind: "derived", recording },
    ...{ first: firstSampleFrom(group, joined.span.startMs), end: firstSampleFrom(group, joined.span.endMs) },
  };
}

/** Indexes of PRx and COx lie on the epoch grid, from another first one each time. */
const gridKeyOf = ({ data_object_id }: DerivedRecording): string => `derived ${data_object_id}`;

const optimumUnit = (column: string): string => {
  if (["optimum", "LLA", "ULA"].includes(column)) return "mmHg";
  return /^(included)?dataPercentage/i.test(column) ? "%" : "";
};

function sourceOf({ work }: PlannedSeries): ChannelSource {
  if (work.kind !== "channel") throw new PlanRefused(pipelineText.problems.recorded);
  const { recording, modality, channel } = work.channel;
  return { data_object_id: recording.data_object_id, modality, channel };
}

/** The analysis of the data socket with the same values. */
function onDemand({ subtype, args }: PipelineNode, [a, b]: readonly ChannelSource[], isMasked: boolean): Analysis {
  const rest = isMasked ? ({ leavesOutArtifacts: true } as const) : {};
  const { calculationWindowMs, calculationPeriodMs } = args as Record<string, number>;
  const index = { calculationWindowMs: indexWindowMs, calculationPeriodMs: 60_000, ...rest };
  switch (subtype) {
    case "average":
      return {
        analytic: "rolling_average",
        source: a,
        calculationWindowMs: (args.window_size as number) / 1000,
        ...rest,
      };
    case "cpp":
      return { analytic: "cpp", ABP: a, ICP: b, ...rest };
    case "prx":
      return { analytic: "prx", ABP: a, ICP: b, calculationWindowMs, calculationPeriodMs, ...rest };
    case "cox":
      return { analytic: "cox", ABP: a, StO2: b, calculationWindowMs, calculationPeriodMs, ...rest };
    case "cppopt":
      return { analytic: "prx", ABP: a, ICP: b, ...index };
    case "mapopt":
      return { analytic: "cox", ABP: a, StO2: b, ...index };
    default:
      throw new Error(`No analytic is known for the node "${subtype}".`); // a row of nodes.ts that nothing here makes
  }
}
