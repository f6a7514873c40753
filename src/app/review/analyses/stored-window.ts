/** The window that shows what a run stored, as its file holds it: the graphs of its `display_json`, else its outputs. Pure. */
import { traceColours } from "../../../domain/graphs/default-graphs.ts";
import { type Graph, graphLimits, type LineTrace, type StoredRun } from "../../../domain/graphs/graph.ts";
import type { PipelineRun, RunOutput } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import { graphOf, type RunWindow, startOf, windowOfRun, writtenBut } from "./window-of-run.ts";

const words = analysesText;

export interface NamedWindow {
  readonly label: string;
  /** One sentence: what it shows. */
  readonly says: string;
  readonly made: RunWindow;
}

/**
 * The windows of a run: what it stored; and, of an optimum, the plot, which computes it anew with its bins and curve. Of a run whose file says nothing of how
 * it is read, as those of earlier versions, the window that computes the same anew.
 */
export function windowsOfRun(
  run: PipelineRun,
  dataObjectId: number,
): { windows: readonly NamedWindow[]; onlyInFile: readonly string[] } {
  const stored = storedWindowOf(run);
  const anew = windowOfRun(run.analysis, dataObjectId);
  if (stored === null)
    return anew === null
      ? { windows: [], onlyInFile: writtenBut([], run.analysis) }
      : { windows: [{ label: words.open, says: words.shows(anew.shown), made: anew }], onlyInFile: anew.onlyInFile };
  const windows: NamedWindow[] = [{ label: words.open, says: words.showsStored(stored.shown), made: stored }];
  if (anew !== null && anew.kind !== stored.kind)
    windows.push({ label: words.openPlot, says: words.plotShows(anew.shown), made: anew });
  return { windows, onlyInFile: stored.onlyInFile };
}

/** Of an output without graphs of its own so many columns are shown. */
const mostColumns = 8;

/** Null: its file is not there, holds no series, or was written before it could be shown. */
export function storedWindowOf(run: PipelineRun): RunWindow | null {
  const { id, analysis, outputs, stored, file_problem, state } = run;
  if (stored === null || file_problem !== null || state !== "done") return null;
  const { display_json } = analysis;
  const of = (output: RunOutput, column: string): StoredRun => ({
    ...{ analytic: "stored_run", dataSource: stored.data_object_id, run: id, output: output.name, column },
  });
  /** By the name of a node, with the column after a dot where it has several (protocol/pipelines.ts). */
  const named = new Map(
    outputs.flatMap((output) =>
      output.columns.flatMap((column) => {
        const each = { output, analysis: of(output, column) };
        const whole = [`${output.name}.${column}`, each] as const;
        return output.columns.length === 1 ? [[output.name, each] as const, whole] : [whole];
      }),
    ),
  );
  const content = (analysis: StoredRun) => ({ signal: null, onDemandAnalysis: analysis });
  const contents = new Map([...named].map(([key, { analysis }]) => [key, content(analysis)]));
  const asked = display_json.graphs.flatMap((graph, k) => graphOf(graph, k, contents));
  const graphs = asked.length > 0 ? asked : outputs.flatMap((output, k) => plainGraph(output, k, of));
  if (graphs.length === 0) return null;
  const shown = new Set(
    graphs.flatMap(({ traces }) =>
      traces.flatMap((trace) =>
        "content" in trace && trace.content.onDemandAnalysis?.analytic === "stored_run"
          ? [trace.content.onDemandAnalysis.output]
          : [],
      ),
    ),
  );
  return {
    kind: "time_series_group",
    props: {
      graphs: graphs.map((graph) => ({ ...graph, name: titleOf(graph.name, id) })),
      ...{ artifacts: "show", viewDuration: display_json.window_size },
    },
    startMs: startOf(analysis),
    shown: [...shown],
    onlyInFile: outputs.map(({ name }) => name).filter((name) => !shown.has(name)),
  };
}

/** "PRx, stored run 12": what is stored is named so wherever it is seen. */
function titleOf(name: string, run: number): string {
  const said = words.storedRun(run);
  return `${name.slice(0, Math.max(0, graphLimits.title - said.length - 2))}, ${said}`.slice(0, graphLimits.title);
}

/** The columns of an output that are no bins; none of one that is told at one time alone, as statistics of a whole run are. */
function plainGraph(output: RunOutput, k: number, of: (output: RunOutput, column: string) => StoredRun): Graph[] {
  if (output.count < 2) return [];
  const columns = output.columns.filter((column) => !/_\d+$/.test(column) || output.columns.length === 1);
  const traces = columns.slice(0, mostColumns).map(
    (column, j): LineTrace => ({
      ...{ id: `trace-${k + 1}-${j + 1}`, name: column.slice(0, graphLimits.label), renderStrategy: "line" },
      ...{ color: traceColours[j % traceColours.length] },
      content: { signal: null, onDemandAnalysis: of(output, column) },
    }),
  );
  const name = output.name.slice(0, graphLimits.title);
  return [{ id: `graph-${k + 1}`, name, renderStrategy: "line", min: 0, max: 120, autoScale: true, traces }];
}
