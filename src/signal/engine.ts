/** Runs recipes over a page of stored samples (src/README.md 2). The same code in the browser's worker and in Node. */
import type { Filters, Recipe } from "../protocol/recipe.ts";
import { planFilters } from "./coefficients.ts";
import { type CompiledRecipe, compileRecipe } from "./compile.ts";
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";
import { demandSource, freshState, Pipeline, type Sink } from "./pipeline.ts";
import { clipRuns, markBreaks } from "./runs.ts";
import { ColumnSink, SampleSink } from "./sinks.ts";
import type { ColumnGrid, ColumnResult, Engine, FilterPlan, SampleResult, SampleSource } from "./types.ts";

/** The largest column width the kernels count with. */
export const maxColumnSamples = 2 ** 31 - 1;

/**
 * The engine of one core. Filters start the recipe's warm-up (filter-sets.ts) before the asked span when the source reaches that far
 * (and earlier samples are ignored, so a page does not depend on how much more was supplied), else at its first sample.
 * Errors: ParameterError for wrong parameters, before any work.
 */
export function createEngine(core: Core): Engine {
  return {
    plan: (filters: Filters, samplingHz: number): FilterPlan => planFilters(filters, samplingHz),

    columns(source: SampleSource, recipe: Recipe, grid: ColumnGrid, into?: ColumnResult): ColumnResult {
      demandGrid(grid);
      const { firstColumn, columns, samplesPerColumn: width } = grid;
      const compiled = prepare(source, recipe);
      const result = into ?? emptyResult(compiled.rows * columns * 2, columns);
      demandRoom(result, compiled.rows * columns * 2, columns);
      const span = { from: firstColumn * width, to: (firstColumn + columns) * width };
      run(core, compiled, source, result, span, (pipeline, data) => {
        const sink = new ColumnSink(pipeline, { data, firstColumn, columns }, width, null);
        return {
          sink,
          end: () => {
            sink.close();
            sink.flush();
          },
        };
      });
      markPage(result.breaks, source, span, { firstColumn, width });
      return result;
    },

    samples(source: SampleSource, recipe: Recipe, first: number, count: number, into?: SampleResult): SampleResult {
      demand(Number.isSafeInteger(first) && first >= 0, `samples from ${first}`);
      demand(Number.isSafeInteger(count) && count >= 0, `${count} samples`);
      const compiled = prepare(source, recipe);
      const result = into ?? emptyResult(compiled.rows * count, count);
      demandRoom(result, compiled.rows * count, count);
      const span = { from: first, to: first + count };
      run(core, compiled, source, result, span, (pipeline, data) => ({
        sink: new SampleSink(pipeline, { data, first, count }),
        end: () => undefined,
      }));
      markPage(result.breaks, source, span, { firstColumn: first, width: 1 });
      return result;
    },
  };
}

interface SampleRange {
  from: number;
  to: number;
}

const prepare = (source: SampleSource, recipe: Recipe): CompiledRecipe =>
  compileRecipe(recipe, source.samplingHz, demandSource(source));

function run(
  core: Core,
  recipe: CompiledRecipe,
  source: SampleSource,
  { data }: { data: Float32Array },
  span: SampleRange,
  open: (pipeline: Pipeline, data: Float32Array) => { sink: Sink; end(): void },
): void {
  data.fill(Number.NaN);
  for (const chunk of recipe.chunks)
    core.arena.scope(() => {
      const pipeline = new Pipeline(core, chunk, source, freshState(chunk));
      const { sink, end } = open(pipeline, data);
      pipeline.run(source, span.from - recipe.warmup, span.to, sink);
      end();
    });
}

/** A page that begins before its source shows where the data begin, so a run at the source's start breaks the line there. */
function markPage(
  breaks: Uint8Array,
  source: SampleSource,
  span: SampleRange,
  grid: { firstColumn: number; width: number },
): void {
  breaks.fill(0);
  const runs = clipRuns(source.runs, source.first, Math.min(span.to, source.first + source.count));
  markBreaks(breaks, runs, Math.min(source.first, span.from), grid);
}

const emptyResult = (values: number, elements: number): { data: Float32Array; breaks: Uint8Array } => ({
  data: new Float32Array(values),
  breaks: new Uint8Array(elements),
});

function demandGrid({ firstColumn, columns, samplesPerColumn }: ColumnGrid): void {
  demand(Number.isSafeInteger(firstColumn) && firstColumn >= 0, `columns from ${firstColumn}`);
  demand(Number.isSafeInteger(columns) && columns >= 0, `${columns} columns`);
  demand(
    Number.isSafeInteger(samplesPerColumn) && samplesPerColumn >= 1 && samplesPerColumn <= maxColumnSamples,
    `columns of ${samplesPerColumn} samples`,
  );
  demand(Number.isSafeInteger((firstColumn + columns) * samplesPerColumn), "the column grid is beyond the grid's end");
}

function demandRoom(result: { data: Float32Array; breaks: Uint8Array }, values: number, elements: number): void {
  demand(result.data.length === values, `room for ${result.data.length} values where ${values} are needed`);
  demand(result.breaks.length === elements, `room for ${result.breaks.length} breaks where ${elements} are needed`);
}
