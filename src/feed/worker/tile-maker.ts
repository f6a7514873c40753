/** Makes tiles: through the engine from raw pages, or out of the server's columns; into a slot where there is one. */
import { beginsAt } from "../../domain/time/runs.ts";
import { meanColumns } from "../../signal/means.ts";
import type { ColumnResult, Engine, SampleResult } from "../../signal/types.ts";
import type { DeliveredTile } from "../messages.ts";
import { elementsOf, type TileGrid, tileElements, tileSamples } from "../tile-grid.ts";
import { SourceAssembler } from "./assemble.ts";
import type { ColumnPage, PageContent, RawPage } from "./page-contents.ts";
import type { PlannedStrip } from "./planner.ts";
import type { Series } from "./series.ts";
import type { Slots } from "./slots.ts";

interface Shape {
  kind: "samples" | "minmax";
  rows: number;
  count: number;
}

/** Where a tile is written: a slot, or memory of its own. */
interface TileMemory {
  slot: number | null;
  data: Float32Array;
  breaks: Uint8Array;
}

const floatsPerElement = (kind: Shape["kind"]) => (kind === "samples" ? 1 : 2);

export class TileMaker {
  private readonly assembler = new SourceAssembler();
  /** Slots of the strip at hand: given back when it fails. */
  private readonly taken: number[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly slots: Slots | null,
    /** Ids are counted from here. */
    private lastId: number,
  ) {}

  /** The tiles of the strip that `isMissing` names, from its pages in ascending order. */
  make(
    series: Series,
    strip: Pick<PlannedStrip, "regime" | "columnSamples" | "firstTile" | "lastTile">,
    pages: readonly PageContent[],
    isMissing: (tile: number) => boolean,
  ): DeliveredTile[] {
    this.taken.length = 0;
    const page = pages[0];
    try {
      return page.kind === "columns"
        ? [this.fromColumns(series, strip.firstTile, strip, page)]
        : this.fromSamples(series, strip, pages as readonly RawPage[], isMissing);
    } catch (error) {
      for (const slot of this.taken) this.slots?.giveBack(slot);
      throw error;
    }
  }

  private fromColumns(series: Series, index: number, grid: TileGrid, page: ColumnPage): DeliveredTile {
    // Columns of one sample are samples: drawn as a line, not as steps.
    const kind = grid.columnSamples === 1 ? "samples" : "minmax";
    const shape: Shape = { kind, rows: series.recipe.derivations.length, count: page.columns };
    const place = this.place(shape);
    if (kind === "minmax") place.data.set(page.data);
    else for (let k = 0; k < place.data.length; k++) place.data[k] = page.data[2 * k];
    place.breaks.set(page.breaks);
    return this.deliver(series, index, grid, shape, place);
  }

  private fromSamples(
    series: Series,
    {
      regime,
      columnSamples,
      firstTile,
      lastTile,
    }: Pick<PlannedStrip, "regime" | "columnSamples" | "firstTile" | "lastTile">,
    pages: readonly RawPage[],
    isMissing: (tile: number) => boolean,
  ): DeliveredTile[] {
    const { group, warmup } = series;
    const grid = { regime, columnSamples };
    const first = firstTile * tileSamples(columnSamples);
    const end = Math.min(group.sample_count, (lastTile + 1) * tileSamples(columnSamples));
    const source = this.assembler.assemble(group, pages, Math.max(0, first - warmup), end);
    const kind = columnSamples === 1 ? "samples" : "minmax";
    const rows = series.recipe.derivations.length;
    const run = (count: number, into?: TileMemory): ColumnResult | SampleResult => {
      if (kind === "samples") return this.engine.samples(source, series.recipe, first, count, into);
      const grid = { firstColumn: first / columnSamples, columns: count, samplesPerColumn: columnSamples };
      if (series.recipe.reduction !== "mean") return this.engine.columns(source, series.recipe, grid, into);
      const samples = end - first;
      const { data, breaks } = this.engine.samples(source, series.recipe, first, samples);
      const result = into ?? { data: new Float32Array(2 * rows * count), breaks: new Uint8Array(count) };
      meanColumns({ first, count: samples, data, stride: 1, breaks }, grid, result);
      return result;
    };
    if (firstTile === lastTile) {
      const shape: Shape = { kind, rows, count: elementsOf(firstTile, group.sample_count, columnSamples) };
      const place = this.place(shape);
      run(shape.count, place);
      // Without warm-up the source begins with the tile, and the engine cannot know that a gap lies before it.
      if (warmup === 0 && first > 0 && beginsAt(group.segments, first)) place.breaks[0] = 1;
      return [this.deliver(series, firstTile, grid, shape, place)];
    }
    const total =
      (lastTile - firstTile) * tileElements(columnSamples) + elementsOf(lastTile, group.sample_count, columnSamples);
    const whole = run(total);
    const tiles: DeliveredTile[] = [];
    for (let index = firstTile; index <= lastTile; index++) {
      if (!isMissing(index)) continue;
      const shape: Shape = { kind, rows, count: elementsOf(index, group.sample_count, columnSamples) };
      const place = this.place(shape);
      cut(whole, total, (index - firstTile) * tileElements(columnSamples), shape, place);
      tiles.push(this.deliver(series, index, grid, shape, place));
    }
    return tiles;
  }

  private place({ kind, rows, count }: Shape): TileMemory {
    const floats = rows * count * floatsPerElement(kind);
    const slot = this.slots?.take(floats * 4 + count) ?? null;
    if (slot === null || this.slots === null)
      return { slot: null, data: new Float32Array(floats), breaks: new Uint8Array(count) };
    this.taken.push(slot);
    const { buffer } = this.slots;
    return {
      slot,
      data: new Float32Array(buffer, slot, floats),
      breaks: new Uint8Array(buffer, slot + floats * 4, count),
    };
  }

  private deliver(series: Series, index: number, grid: TileGrid, shape: Shape, place: TileMemory): DeliveredTile {
    const { regime, columnSamples } = grid;
    const isOwn = place.slot === null;
    return {
      id: ++this.lastId,
      series: series.id,
      columnSamples,
      index,
      ...shape,
      firstSample: index * tileSamples(columnSamples, regime),
      endSample: Math.min(series.group.sample_count, (index + 1) * tileSamples(columnSamples, regime)),
      isProvisional: regime === "coarse",
      slot: place.slot,
      data: isOwn ? (place.data as Float32Array<ArrayBuffer>) : null,
      breaks: isOwn ? (place.breaks as Uint8Array<ArrayBuffer>) : null,
    };
  }
}

/** Elements [from, from + count) of every row. */
function cut(whole: ColumnResult | SampleResult, total: number, from: number, shape: Shape, into: TileMemory): void {
  const width = floatsPerElement(shape.kind);
  for (let row = 0; row < shape.rows; row++) {
    const at = (row * total + from) * width;
    into.data.set(whole.data.subarray(at, at + shape.count * width), row * shape.count * width);
  }
  into.breaks.set(whole.breaks.subarray(from, from + shape.count));
}
