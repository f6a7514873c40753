import { type PageCode, pageCodes } from "./pages.ts";
import type { Side, Trend, TrendBaseline, TrendReduction } from "./trends.ts";

/**
 * The one encoding of a page: `u32 magic, u32 headerBytes, header (JSON, UTF-8), padding to 8, blocks`.
 * All little-endian. Blocks are aligned to 8 bytes so typed arrays can lie directly on the received buffer.
 */
export interface PageSegment {
  /** Grid indexes [first, first + count) that hold data, and the time of the first one in epoch ms. */
  first: number;
  count: number;
  start_ms: number;
}

interface BlockCommon {
  modality: string;
  data_object_id: number;
  sampling_hz: number;
  /** Rows of the block: channels of the group, or derivations of the recipe. */
  rows: number;
  segments: PageSegment[];
}

/** Stored samples, row-major: [row][count]; grid indexes [first, first + count). Outside `segments` values are void. */
export interface SamplesBlock extends BlockCommon {
  kind: "samples";
  first: number;
  count: number;
  sample_type: "int16" | "float32";
  missing_code: number | null;
  /** physical = stored * gain + offset, per row. */
  gains: number[];
  offsets: number[];
  data: Int16Array | Float32Array;
}

/** Min/max pairs, row-major: [row][column][min, max], float32, NaN where a column holds no finite sample. */
export interface ColumnsBlock extends BlockCommon {
  kind: "columns";
  /** Null when the columns divide [start, end) evenly instead of lying on the recording's grid. */
  grid: { first_column: number; samples_per_column: number } | null;
  columns: number;
  /** Columns before which the drawn line is broken (a gap ends or lies there), ascending, counted from 0. */
  breaks: number[];
  data: Float32Array;
}

/** What of the samples that a block is made of there was: all that the page spans of the grid, those masked, those with a value. */
export interface SampleTally {
  expected: number;
  masked: number;
  present: number;
}

interface TalliedBlock extends BlockCommon {
  /** Of the group. */
  channel: number;
  tally: SampleTally;
  /** Exact counts, or means; NaN where there is none. */
  data: Float64Array;
}

/** Counts of the bins [min + k * size, min + (k + 1) * size); none for what is no histogram. */
export interface BinsBlock extends TalliedBlock {
  kind: "bins";
  min: number;
  max: number;
  size: number;
}

/** Means of the periods [k * period_ms, (k + 1) * period_ms) of the epoch grid, k from `first_period` on. */
export interface ResampledBlock extends TalliedBlock {
  kind: "resampled";
  period_ms: number;
  first_period: number;
}

/** A spreading depolarisation as the rule finds it (algorithms.md 11.2): screening, not validated. */
export interface SdEvent {
  /** "first-second", as it was asked for, and its place there. */
  channel: string;
  row: number;
  /** First second at half height, epoch ms. */
  onset_ms: number;
  /** Largest excursion from before, uV: either polarity. */
  amplitude_uv: number;
  depression_db: number;
  /** Candidates of other channels 10 to 600 s before or after, the nearest first: ms from this one. */
  spread: { channel: string; row: number; delay_ms: number }[];
  /** It spreads, or was looked for in one channel alone. Others are not drawn. */
  is_confirmed: boolean;
  /** What lies 25 minutes behind it is not recorded, or not yet: it may look different then. */
  is_provisional: boolean;
}

/** Events that begin in the page, ascending, then by row. */
export interface EventsBlock extends BlockCommon {
  kind: "events";
  threshold_uv: number;
  calculationWindowMs: number;
  calculationPeriodMs: number;
  events: SdEvent[];
  /** Events that begin from here on are provisional. */
  provisional_from_ms: number;
  /** In seconds of all channels: those of the page, those masked, those with a value. */
  tally: SampleTally;
  /** Empty: events are few. */
  data: Float64Array;
}

/** What a window failed by: too few samples or bins, or a fit that opens downwards, is too flat or explains too little. */
export type OptimumFailure = "too_little_data" | "too_few_bins" | "opens_downwards" | "too_flat" | "fits_badly";

/** What a window says of the optimal pressure (algorithms.md 9.1 and 10). What there is none of is null; mmHg where nothing else is said. */
export interface OptimumFit {
  /** 0: none, 1: U-shaped, 2: rising limb alone, 3: falling limb alone. */
  fitType: 0 | 1 | 2 | 3;
  /** The rule by which there is none; null where there is one. */
  failed: OptimumFailure | null;
  optimum: number | null;
  /** Lower and upper limit of reactivity, where the curve meets 0.30 inside of the fitted bins. */
  lla: number | null;
  ula: number | null;
  /** Highest minus lowest value of the fit, as a Fisher transform. */
  fitSpan: number | null;
  includedDataPercentage: number;
  /** a, b, c of the Fisher transform a x^2 + b x + c. */
  coefficients: readonly [number, number, number] | null;
  weight: number;
  r2: number | null;
  /** Times at which index and pressure are known; half of `expected` is the least. */
  samples: number;
  expected: number;
  /** By bin: index, its standard error, percentage of `samples`, whether it is fitted, samples. */
  yValues: (number | null)[];
  errors: (number | null)[];
  dataPercentages: number[];
  includedInFit: boolean[];
  counts: number[];
}

/** CPPOpt or MAPOpt of a window. */
export interface OptimumBlock extends BlockCommon, OptimumFit {
  kind: "optimum";
  analytic: "cppopt" | "mapopt";
  window_ms: number;
  /** Of the index samples: the first time, and from one to the next. */
  first_ms: number;
  step_ms: number;
  /** Where the bins begin, and how wide each is. */
  bin_low: number;
  bin_size: number;
  /** In index samples: those of the window, those in which a source is masked, those known. */
  tally: SampleTally;
  /** The index, then the pressure, of all times; NaN where there is none. */
  data: Float64Array;
}

/** Columns of an EEG trend: of epochs [j * epochs_per_column, (j + 1) * epochs_per_column) of the epoch grid, j from `first_column` on. */
export interface TrendBlock extends BlockCommon {
  kind: "trend";
  trend: Trend;
  side: Side | null;
  epoch_ms: number;
  epochs_per_column: number;
  first_column: number;
  columns: number;
  /** How the epochs of a column became one value. */
  reduction: TrendReduction;
  /** Pairs of electrodes that the recording has of those that the rows are made of, as "Fp1-F7". */
  pairs: string[];
  /** Of trends that are compared with one. */
  baseline: TrendBaseline | null;
  /** In epochs: those of the page that the recording has, those whose time is masked (by its share in the pairs), those with a value. */
  tally: SampleTally;
  /** [row][column]; rows as `trendRows` says. NaN: there is none. */
  data: Float64Array;
}

/** A picture that the EEG image service made. */
export interface ImageBlock extends BlockCommon {
  kind: "image";
  /** Pixels. */
  width: number;
  height: number;
  /** Of the first picture, where a second one of the same height and of this width lies behind it. */
  beside?: { width: number; firstBytes: number };
  /** A GIF, or two. */
  data: Uint8Array;
}

export type PageBlock =
  | SamplesBlock
  | ColumnsBlock
  | BinsBlock
  | ResampledBlock
  | EventsBlock
  | OptimumBlock
  | TrendBlock
  | ImageBlock;
/** Blocks whose values may be coded: the others are few, in float64. */
export type CodableBlock = SamplesBlock | ColumnsBlock;
export interface Page {
  start: number;
  end: number;
  /** Of an analysis: the first digits of the hash of the core that computed it. */
  core?: string;
  blocks: PageBlock[];
}

/** Values of a block in fewer bytes, by a code that the client offered (pages.ts, `pageCodes`). */
export interface CodedValues {
  code: PageCode;
  bytes: Uint8Array;
  /** How many values they are. */
  length: number;
}
export type Sent<Block extends CodableBlock> = Omit<Block, "data"> & { data: Block["data"] | CodedValues };
export type SentBlock =
  | Sent<SamplesBlock>
  | Sent<ColumnsBlock>
  | BinsBlock
  | ResampledBlock
  | EventsBlock
  | OptimumBlock
  | TrendBlock
  | ImageBlock;
/** A page of which some blocks may be coded. */
export interface SentPage {
  start: number;
  end: number;
  core?: string;
  blocks: SentBlock[];
}

/** How a block's values lie: rows of so many values, or of pairs of them. */
export interface ValuesShape {
  kind: "int16" | "float32" | "pairs";
  rows: number;
  count: number;
}
type BlockOf<Kind extends CodableBlock["kind"]> = Extract<SentBlock, { kind: Kind }>;
/** What the codec knows of a kind of block. */
const shapes: { [Kind in CodableBlock["kind"]]: (block: BlockOf<Kind>) => ValuesShape } = {
  samples: ({ sample_type, rows, count }) => ({ kind: sample_type, rows, count }),
  columns: ({ rows, columns }) => ({ kind: "pairs", rows, count: columns }),
};
/** @throws TypeError for a block of no known kind */
export const shapeOf = (block: Extract<SentBlock, { kind: CodableBlock["kind"] }>): ValuesShape =>
  (shapes[block.kind] as (one: SentBlock) => ValuesShape)(block);

/** Whether its values may be coded, and are not. */
export const isCodable = (block: SentBlock): block is CodableBlock => block.kind in shapes && !("code" in block.data);
/** Kinds of what is computed of samples: their values are few, in float64. */
export const computedKinds: readonly unknown[] = ["bins", "resampled", "events", "optimum", "trend"];
const imageKind: ImageBlock["kind"] = "image";

/** Makes values of coded ones. @throws whatever, when they are none of that shape */
export type Unpack = (bytes: Uint8Array, shape: ValuesShape) => Int16Array | Float32Array;

const magic = 0x31504743; // "CGP1"
const align = (n: number) => (n + 7) & ~7;

/** Where the values of a block lie as they are sent. */
export const bytesOf = (data: SentBlock["data"]): Uint8Array =>
  "code" in data ? data.bytes : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Encodes a page into one fresh buffer. */
export function encodePage(page: SentPage): Uint8Array<ArrayBuffer> {
  let offset = 0;
  const headers = page.blocks.map(({ data, ...rest }) => {
    const bytes = bytesOf(data).byteLength;
    const header = { ...rest, offset, length: data.length, ...("code" in data ? { code: data.code, bytes } : {}) };
    offset += align(bytes);
    return header;
  });
  const header = new TextEncoder().encode(JSON.stringify({ ...page, blocks: headers }));
  const dataStart = align(8 + header.length);
  const out = new Uint8Array(dataStart + offset);
  const view = new DataView(out.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, header.length, true);
  out.set(header, 8);
  page.blocks.forEach(({ data }, k) => {
    out.set(bytesOf(data), dataStart + headers[k].offset);
  });
  return out;
}

/**
 * Decodes a page without copying: the blocks' arrays lie on `bytes`, but for those that are coded, which `unpack` makes.
 * @throws Error "Failed to decode data." (spec 001 section 8) when the bytes are not a page.
 */
export function decodePage(bytes: ArrayBuffer | Uint8Array, unpack?: Unpack): Page {
  const failure = () => new Error("Failed to decode data.");
  let whole = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  if (whole.byteLength < 8) throw failure();
  if (whole.byteOffset % 8 !== 0) whole = new Uint8Array(whole); // a copy, also of a Node Buffer, whose slice is none
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const headerBytes = view.getUint32(4, true);
  if (view.getUint32(0, true) !== magic || 8 + headerBytes > whole.byteLength) throw failure();
  try {
    const header = JSON.parse(new TextDecoder().decode(whole.slice(8, 8 + headerBytes)));
    const dataStart = align(8 + headerBytes);
    const blocks = header.blocks.map(({ offset, length, code, bytes: coded, ...rest }: Record<string, never>) => {
      const at = whole.byteOffset + dataStart + offset;
      if (computedKinds.includes(rest.kind)) {
        if (dataStart + offset + length * 8 > whole.byteLength) throw failure();
        return { ...(rest as object), data: new Float64Array(whole.buffer, at, length) } as PageBlock;
      }
      if ((rest.kind as unknown) === imageKind) {
        if (dataStart + offset + length > whole.byteLength) throw failure();
        return { ...(rest as object), data: new Uint8Array(whole.buffer, at, length) } as PageBlock;
      }
      const shape = shapeOf(rest as unknown as Parameters<typeof shapeOf>[0]);
      if (code !== undefined) {
        if (unpack === undefined || code !== pageCodes[0] || dataStart + offset + coded > whole.byteLength)
          throw failure();
        const data = unpack(new Uint8Array(whole.buffer, at, coded), shape);
        if (data.length !== length) throw failure();
        return { ...(rest as object), data } as PageBlock;
      }
      const isInt16 = shape.kind === "int16";
      if (dataStart + offset + length * (isInt16 ? 2 : 4) > whole.byteLength) throw failure();
      const data = isInt16 ? new Int16Array(whole.buffer, at, length) : new Float32Array(whole.buffer, at, length);
      return { ...(rest as object), data } as PageBlock;
    });
    const { start, end, core } = header;
    return { start, end, ...(core === undefined ? {} : { core }), blocks };
  } catch {
    throw failure();
  }
}
