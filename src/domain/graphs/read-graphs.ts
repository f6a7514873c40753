/** Graphs as documents keep them, read: what is not usable is left out, so that a display of another time or hand still opens. */
import { compositeLimits } from "../../protocol/analysis.ts";
import { compositeParts } from "../../protocol/composites.ts";
import {
  type CompositeChoice,
  colourSpectra,
  type DeltaTrace,
  fittingChoice,
  type Graph,
  graphDefaults,
  graphLimits,
  type HeatmapTrace,
  type LineTrace,
  type SignalName,
  type StoredColumn,
  type StoredRun,
  type TraceAnalytic,
  type TraceContent,
} from "./graph.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The graphs of a window; null when none were ever kept (not a list). Total: graphs and traces that cannot be read are left out, ids that
 * occur twice are made anew, numbers and colours that are none are the defaults, and delta regions without both of their lines go.
 */
export function readGraphs(stored: unknown): Graph[] | null {
  if (!Array.isArray(stored)) return null;
  const ids = new Set<string>();
  let left = graphLimits.traces;
  return stored.slice(0, graphLimits.graphs).flatMap((each) => {
    const graph = membersOf(each);
    if (graph === null) return [];
    const base = { id: uniqueId(graph.id, ids, "graph"), name: textOf(graph.name, graphLimits.title) };
    const traces = Array.isArray(graph.traces) ? graph.traces.slice(0, left) : [];
    left -= traces.length;
    if (graph.renderStrategy === "heatmap")
      return {
        ...base,
        renderStrategy: "heatmap" as const,
        traces: traces.flatMap((trace) => heatmapTrace(trace, ids)),
      };
    if (graph.renderStrategy !== "line") return [];
    return { ...base, renderStrategy: "line" as const, traces: lineTraces(traces, ids), ...axisOf(graph) };
  });
}

function axisOf({ min, max, autoScale }: Members): { min: number; max: number; autoScale: boolean } {
  const isRange = isNumber(min) && isNumber(max) && min < max;
  return {
    min: isRange ? min : graphDefaults.min,
    max: isRange ? max : graphDefaults.max,
    // An axis that cannot be read follows the values.
    autoScale: typeof autoScale === "boolean" && isRange ? autoScale : graphDefaults.autoScale,
  };
}

function lineTraces(stored: readonly unknown[], ids: Set<string>): (LineTrace | DeltaTrace)[] {
  /** Ids of lines as they are kept -> as they are. */
  const lines = new Map<string, string>();
  const read = stored.flatMap((each): (LineTrace | DeltaTrace)[] => {
    const trace = membersOf(each);
    if (trace === null) return [];
    if (trace.renderStrategy === "delta") {
      const [first, second] = [lineId(trace.first), lineId(trace.second)];
      if (first === null || second === null || first === second) return [];
      return [
        {
          id: uniqueId(trace.id, ids, "delta"),
          renderStrategy: "delta",
          first,
          second,
          color: deltaColour(trace.color),
        },
      ];
    }
    const content = contentOf(trace.content ?? plainContent(trace));
    if (trace.renderStrategy !== "line" || content === null) return [];
    const id = uniqueId(trace.id, ids, "trace");
    const fitting = fittingChoice(content, "line");
    if (typeof trace.id === "string" && !lines.has(trace.id)) lines.set(trace.id, id);
    const color = isHexColour(trace.color) ? trace.color.toLowerCase() : graphDefaults.color;
    return [{ id, name: textOf(trace.name, graphLimits.label), content: fitting, renderStrategy: "line", color }];
  });
  return read.flatMap((trace): (LineTrace | DeltaTrace)[] => {
    if (trace.renderStrategy === "line") return [trace];
    const [first, second] = [lines.get(trace.first), lines.get(trace.second)];
    return first === undefined || second === undefined ? [] : [{ ...trace, first, second }];
  });
}

function heatmapTrace(stored: unknown, ids: Set<string>): HeatmapTrace[] {
  const trace = membersOf(stored);
  const content = contentOf(trace?.content ?? plainContent(trace ?? {}));
  if (trace === null || trace.renderStrategy !== "heatmap" || content === null) return [];
  const { lowerBound, upperBound } = trace;
  return [
    {
      id: uniqueId(trace.id, ids, "trace"),
      name: textOf(trace.name, graphLimits.label),
      content,
      renderStrategy: "heatmap",
      colorSpectrum: colourSpectra.find((each) => each === trace.colorSpectrum) ?? graphDefaults.colorSpectrum,
      lowerBound: isNumber(lowerBound) ? lowerBound : graphDefaults.lowerBound,
      upperBound: isNumber(upperBound) ? upperBound : graphDefaults.upperBound,
    },
  ];
}

function contentOf(stored: unknown): TraceContent | null {
  const content = membersOf(stored);
  if (content === null) return null;
  const analysis = membersOf(content.onDemandAnalysis);
  const signal = signalOf(content.signal);
  const windowMs = durationOf(analysis?.calculationWindowMs);
  if (signal !== null) {
    if (analysis === null) return { signal, onDemandAnalysis: null };
    // What this version cannot compute is never shown as the signal itself under its label.
    if (analysis.analytic !== "rolling_average") return null;
    const calculationWindowMs = windowMs ?? graphDefaults.rollingAverageMs;
    return { signal, onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs } };
  }
  const analytic = analyticOf(analysis ?? {});
  return analytic === null ? null : { signal: null, onDemandAnalysis: analytic };
}

/** What a trace shows by the specification's own members (spec 001 section 3, "Trace" and "On-demand analysis"), which lie beside one another. */
function plainContent(trace: Members): Members {
  const analysis = membersOf(trace.onDemandAnalysis);
  const analytic = typeof analysis?.analytic === "string" ? analysis.analytic.toLowerCase().replaceAll(" ", "_") : null;
  if (analysis === null || analytic === "rolling_average") {
    const { dataSource = "current_patient", dataKey, rawDataKey } = trace;
    const signal = { dataSource, dataKey, rawDataKey };
    return { signal, onDemandAnalysis: analysis === null ? null : { ...analysis, analytic } };
  }
  const { isCompositePart, compositeIndex } = trace;
  const { ABP, ICP, StO2, STO2 } = analysis;
  const sources = { ABP: namedSignal(ABP), ICP: namedSignal(ICP), StO2: namedSignal(StO2 ?? STO2) };
  return { signal: null, onDemandAnalysis: { ...analysis, analytic, ...sources, isCompositePart, compositeIndex } };
}

const namedSignal = (said: unknown): unknown =>
  typeof said === "string" ? { dataSource: "current_patient", dataKey: said } : said;

/** A line of a delta, by its id or whole. */
function lineId(said: unknown): string | null {
  const id = membersOf(said)?.id ?? said;
  return typeof id === "string" ? id : null;
}

function analyticOf(stored: Members): TraceAnalytic | null {
  if (stored.analytic === "stored_run") return storedRunOf(stored);
  const [ABP, ICP, StO2] = [signalOf(stored.ABP), signalOf(stored.ICP), signalOf(stored.StO2)];
  const calculationWindowMs = wholeSeconds(durationOf(stored.calculationWindowMs)) ?? graphDefaults.prxWindowMs;
  const calculationPeriodMs = wholeSeconds(durationOf(stored.calculationPeriodMs)) ?? graphDefaults.prxPeriodMs;
  if (ABP === null) return null;
  switch (stored.analytic) {
    case "cpp":
      return ICP === null ? null : { analytic: "cpp", ABP, ICP };
    case "prx":
      return ICP === null ? null : { analytic: "prx", ABP, ICP, calculationWindowMs, calculationPeriodMs };
    case "cox":
      return StO2 === null ? null : { analytic: "cox", ABP, StO2, calculationWindowMs, calculationPeriodMs };
    case "cppopt":
      return ICP === null ? null : { analytic: "cppopt", ABP, ICP, ...compositeOf("cppopt", stored) };
    case "mapopt":
      return StO2 === null ? null : { analytic: "mapopt", ABP, StO2, ...compositeOf("mapopt", stored) };
    default:
      return null;
  }
}

function storedRunOf({ dataSource, ...stored }: Members): StoredRun | null {
  const column = readStoredColumn(stored);
  return isRowKey(dataSource) && column !== null ? { analytic: "stored_run", dataSource, ...column } : null;
}
/** A column of a stored run, as a document keeps it; null: it is none. */
export function readStoredColumn(kept: unknown): StoredColumn | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { run, output, column } = kept as Members;
  return isRowKey(run) && isName(output) && isName(column) ? { run, output, column } : null;
}
const isRowKey = (value: unknown): value is number =>
  isNumber(value) && Number.isInteger(value) && value > 0 && value < 2 ** 31;
const isName = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 220;

/** Which values of a composite, the optimum where that cannot be told; durations within their limits. */
function compositeOf(
  analytic: "cppopt" | "mapopt",
  stored: Members,
): CompositeChoice & { calculationWindowMs: number; calculationPeriodMs: number } {
  const within = (value: unknown, most: number) =>
    Math.min(wholeSeconds(durationOf(value)) ?? graphDefaults.compositeMs, most);
  const { isCompositePart, compositeIndex: index } = stored;
  const isPart = typeof index === "number" && Number.isInteger(index) && index in compositeParts[analytic];
  return {
    isCompositePart: isCompositePart !== false,
    compositeIndex: isPart ? index : 0,
    calculationWindowMs: within(stored.calculationWindowMs, compositeLimits.windowMs),
    calculationPeriodMs: within(stored.calculationPeriodMs, compositeLimits.periodMs),
  };
}

function signalOf(stored: unknown): SignalName | null {
  const signal = membersOf(stored);
  if (signal === null || typeof signal.dataKey !== "string" || signal.dataKey === "") return null;
  const { dataSource, dataKey, rawDataKey } = signal;
  const isFile = typeof dataSource === "number" && Number.isSafeInteger(dataSource);
  if (!isFile && dataSource !== "current_patient") return null;
  return { dataSource, dataKey, rawDataKey: typeof rawDataKey === "string" ? rawDataKey : "" };
}

function deltaColour(stored: unknown): DeltaTrace["color"] {
  const { r, g, b } = membersOf(stored) ?? {};
  const isPart = (part: unknown): part is number => isNumber(part) && part >= 0 && part <= 255;
  return isPart(r) && isPart(g) && isPart(b) ? { r, g, b } : graphDefaults.deltaColor;
}

const membersOf = (value: unknown): Members | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
const textOf = (value: unknown, most: number): string => (typeof value === "string" ? value.slice(0, most) : "");
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const durationOf = (value: unknown): number | null => (isNumber(value) && value > 0 ? value : null);
/** PRx and COx are computed of whole seconds alone; ms. */
const wholeSeconds = (ms: number | null): number | null =>
  ms === null ? null : Math.max(1000, 1000 * Math.round(ms / 1000));
const isHexColour = (value: unknown): value is string => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);

function uniqueId(stored: unknown, ids: Set<string>, kind: string): string {
  let id = typeof stored === "string" ? stored : "";
  for (let n = 1; id === "" || ids.has(id); n++) id = `${kind}-${n}`;
  ids.add(id);
  return id;
}
