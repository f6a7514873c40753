// What a frame of the rasteriser works on: one block of parameters from the host, the same for all rows.

/** Pixels above and below the picture that steps count. */
export const marginY: i32 = 8;

/** u32 each, in this order; addresses in bytes. Written by src/render/traces/software.ts. */
const outAt: usize = 0;
const strideAt: usize = 4;
const widthAt: usize = 8;
const heightAt: usize = 12;
const tableAt: usize = 16;
const padAt: usize = 20;
const rangesAt: usize = 24;
const runsAt: usize = 28;
const runCountAt: usize = 32;
const lineCountAt: usize = 36;
const placesAt: usize = 40;
const breaksAt: usize = 44;
const hasBreaksAt: usize = 48;
const nodeSamplesAt: usize = 52;
const nodeSharesAt: usize = 56;
const hasColumnsAt: usize = 60;
const stepShiftAt: usize = 64;
const tapsAt: usize = 68;
const tapCountAt: usize = 72;
const quartersAt: usize = 76;
const widthPartsAt: usize = 80;
const reachAt: usize = 84;
const scratchAt: usize = 88;
const templateAt: usize = 92;
const templateStrideAt: usize = 96;
const periodAt: usize = 100;

/** The picture: RGBA rows, `stride` bytes apart. */
export let out: usize = 0;
export let stride: i32 = 0;
export let width: i32 = 0;
export let height: i32 = 0;
/** What lies under the traces: `period` rows, `templateStride` bytes apart, that repeat down the picture. */
export let template: usize = 0;
export let templateStride: i32 = 0;
export let period: i32 = 1;
/** u32[2] for each pixel from -pad on: first range, flags | ranges << 3. */
export let table: usize = 0;
export let pad: i32 = 0;
/** u32[4]: address of the first element in row 0 (0 = missing), bytes from row to row, elements, bytes of an element. */
export let ranges: usize = 0;
/** `runCount` ranges that make up the line, one after the other on the grid; `lineCount` samples altogether. */
export let runs: usize = 0;
export let runCount: i32 = 0;
export let lineCount: i32 = 0;
/** i32 for each sample of the line: where it lies, in parts of a node from the first node. */
export let places: usize = 0;
/** One bit for each sample of the line: not joined to the one before. */
export let breaks: usize = 0;
export let hasBreaks: bool = false;
/** For each node the last sample up to it (u32) and how far it lies towards the next one (f32). */
export let nodeSamples: usize = 0;
export let nodeShares: usize = 0;
export let hasColumns: bool = false;
/** Steps of y in a pixel as a power of two, and the last step below the picture. */
export let stepShift: i32 = 0;
export let mostStep: f32 = 0;
/** The pen (src/render/traces/brush.ts): u16 for each tap, and quarters of a node past the last one. */
export let taps: usize = 0;
export let tapCount: i32 = 0;
export let quarters: i32 = 0;
export let widthParts: i32 = 0;
/** Pixels around the picture that have nodes. */
export let reach: i32 = 0;

/** Sixteenths of a picture's row, with those around. Nodes are their borders: one more, each at a sixteenth's left. */
export let nodeCount: i32 = 0;
/** f32 for each sample of the line: y, or NaN. */
export let ys: usize = 0;
/** f32[2] for each table entry: lowest and highest y. */
export let spans: usize = 0;
/** u16 for each node of a row, with room at both ends: what is drawn there, as its upper and its lower edge. */
export let tops: usize = 0;
export let bottoms: usize = 0;
/** u16 for each sixteenth of the picture: what the pen covers in its middle. Nothing: from 65535 to 0. */
export let lows: usize = 0;
export let highs: usize = 0;

/** u16 for each row of four pixel columns, `shareBytes` apart. */
export let shares: usize = 0;
export let shareBytes: usize = 0;

/** Nodes of room at both ends of `tops` and `bottoms`. */
const slack: i32 = 160;

export function openFrame(block: usize): void {
  out = <usize>load<u32>(block, outAt);
  stride = load<i32>(block, strideAt);
  width = load<i32>(block, widthAt);
  height = load<i32>(block, heightAt);
  table = <usize>load<u32>(block, tableAt);
  pad = load<i32>(block, padAt);
  ranges = <usize>load<u32>(block, rangesAt);
  runs = <usize>load<u32>(block, runsAt);
  runCount = load<i32>(block, runCountAt);
  lineCount = load<i32>(block, lineCountAt);
  places = <usize>load<u32>(block, placesAt);
  breaks = <usize>load<u32>(block, breaksAt);
  hasBreaks = load<u32>(block, hasBreaksAt) !== 0;
  nodeSamples = <usize>load<u32>(block, nodeSamplesAt);
  nodeShares = <usize>load<u32>(block, nodeSharesAt);
  hasColumns = load<u32>(block, hasColumnsAt) !== 0;
  stepShift = load<i32>(block, stepShiftAt);
  mostStep = <f32>((height + 2 * marginY) << stepShift);
  taps = <usize>load<u32>(block, tapsAt);
  tapCount = load<i32>(block, tapCountAt);
  quarters = load<i32>(block, quartersAt);
  widthParts = load<i32>(block, widthPartsAt);
  reach = load<i32>(block, reachAt);
  nodeCount = (width + 2 * reach) << 4;
  template = <usize>load<u32>(block, templateAt);
  templateStride = load<i32>(block, templateStrideAt);
  period = load<i32>(block, periodAt);

  ys = <usize>load<u32>(block, scratchAt);
  spans = ys + ((<usize>(lineCount + 8)) << 2);
  tops = spans + ((<usize>(width + 2 * pad)) << 3) + ((<usize>slack) << 1);
  bottoms = tops + ((<usize>(nodeCount + 2 * slack)) << 1);
  lows = bottoms + ((<usize>(nodeCount + slack)) << 1);
  highs = lows + ((<usize>(width + 4)) << 5);
  shares = highs + ((<usize>(width + 4)) << 5);
  shareBytes = (<usize>(height + 24)) << 1;
}
