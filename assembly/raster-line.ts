// Pixels that show samples: the line through them, as one y at each node.
import { farY, largest, lowHalves, rounded, roundedOne, showsColumn, toY } from "./raster-blend";
import {
  breaks,
  hasBreaks,
  hasColumns,
  lineCount,
  mostStep,
  nodeCount,
  nodeSamples,
  nodeShares,
  pad,
  places,
  reach,
  runCount,
  runs,
  table,
  tops,
  widthParts,
  ys,
} from "./raster-frame";
import { clearSpans, spreadLine } from "./raster-pen";

/** Whether the line of the present row misses a sample anywhere. */
let hasHoles = false;

/** y of all samples of a row's line; NaN where there is none. */
function placeSamples(row: u32, baseline: f32, scale: f32): void {
  const baselines = f32x4.splat(baseline);
  const factors = f32x4.splat(scale);
  const missing = f32x4.splat(f32.NaN);
  const highest = f32x4.splat(-farY);
  const lowest = f32x4.splat(farY);
  const finite = f32x4.splat(largest);
  let areFinite = i32x4.splat(-1);
  let y = ys;
  hasHoles = false;
  let range = runs;
  for (const last = runs + ((<usize>runCount) << 4); range < last; range += 16) {
    const base = <usize>load<u32>(range);
    const end = y + ((<usize>load<u32>(range, 8)) << 2);
    if (base === 0) {
      hasHoles = true;
      for (; y < end; y += 4) store<f32>(y, f32.NaN);
      continue;
    }
    let address = base + <usize>(row * load<u32>(range, 4));
    for (; y + 16 <= end; y += 16, address += 16) {
      const values = v128.load(address);
      const isFinite4 = f32x4.le(f32x4.abs(values), finite);
      const placed = f32x4.add(baselines, f32x4.mul(values, factors));
      const kept = f32x4.pmax(highest, f32x4.pmin(lowest, placed));
      v128.store(y, v128.bitselect(kept, missing, isFinite4));
      areFinite = v128.and(areFinite, isFinite4);
    }
    for (; y < end; y += 4, address += 4) {
      const value = load<f32>(address);
      const isValue = abs<f32>(value) <= largest;
      store<f32>(y, isValue ? toY(value, baseline, scale) : f32.NaN);
      if (!isValue) hasHoles = true;
    }
  }
  if (!i32x4.all_true(areFinite)) hasHoles = true;
}

function placeOf(sample: i32): i32 {
  return load<i32>(places + ((<usize>sample) << 2));
}

function yOf(sample: i32): f32 {
  return load<f32>(ys + ((<usize>sample) << 2));
}

/** First node that is not before a place. */
function firstNode(place: i32): i32 {
  return (place + 63) >> 6;
}

function nearestNode(sample: i32): i32 {
  return (placeOf(sample) + 32) >> 6;
}

/** Steps of 16 samples. */
const ownSteps = memory.data(64);

/** Shows the samples from..to at which the line turns at their nearest nodes. All of them have neighbours in their run. */
function storeTurns(from: i32, to: i32): void {
  const zero = i32x4.splat(0);
  const mosts = f32x4.splat(mostStep);
  const edge = tops;
  const base = places;
  for (let i = from; i <= to; i += 16) {
    let turns: u32 = 0;
    const y = ys + ((<usize>i) << 2);
    for (let k = 0; k < 4; k++) {
      const at = (<usize>k) << 4;
      const own = v128.load(y + at);
      const before = f32x4.sub(own, v128.load(y + at - 4));
      const after = f32x4.sub(v128.load(y + at, 4), own);
      turns |= (<u32>i32x4.bitmask(f32x4.le(f32x4.mul(before, after), zero))) << (k << 2);
      v128.store(ownSteps + at, rounded(own, mosts));
    }
    const most = to - i;
    if (most < 15) turns &= ((<u32>2) << most) - 1;
    // Samples lie a node apart or more: no two of them at one node.
    for (; turns !== 0; turns &= turns - 1) {
      const k = (<usize>ctz<u32>(turns)) << 2;
      const nearest = (load<i32>(base + ((<usize>i) << 2) + k) + 32) >> 6;
      store<u16>(edge + ((<usize>nearest) << 1), load<u16>(ownSteps + k));
    }
  }
}

/** Shows a sample at its nearest node, where that is one of from..to. */
function storeTurn(sample: i32, from: i32, to: i32): void {
  const nearest = nearestNode(sample);
  if (nearest < from || nearest > to) return;
  store<u16>(tops + ((<usize>nearest) << 1), roundedOne(yOf(sample), mostStep));
}

const firstBytes = i32x4.splat(0x03020100);

/** What is drawn at four nodes from `node` on: straight between the samples around them, which are among five. */
function betweenSamples(node: i32, mosts: v128): v128 {
  const own = nodeSamples + ((<usize>node) << 2);
  const first = load<i32>(own);
  const window = ys + ((<usize>first) << 2);
  const which = i32x4.mul(i32x4.sub(v128.load(own), i32x4.splat(first)), i32x4.splat(0x04040404));
  const bytes = i32x4.add(which, firstBytes);
  const starts = i8x16.swizzle(v128.load(window), bytes);
  const rises = f32x4.sub(i8x16.swizzle(v128.load(window, 4), bytes), starts);
  return rounded(f32x4.add(starts, f32x4.mul(rises, v128.load(nodeShares + ((<usize>node) << 2)))), mosts);
}

/**
 * The nodes from..to of the run of samples first..last: straight between samples, level beyond the run's ends. A sample at
 * which the line turns is shown by the node nearest to it, so that no extreme is lost: samples lie a node apart or more.
 */
function fillNodes(first: i32, last: i32, from: i32, to: i32): void {
  const edge = tops;
  const mosts = f32x4.splat(mostStep);
  let node = from;
  const level = roundedOne(yOf(first), mostStep);
  for (const end = min<i32>(firstNode(placeOf(first)), to + 1); node < end; node++)
    store<u16>(edge + ((<usize>node) << 1), level);
  // Groups of eight may reach past the last one.
  const end = min<i32>(firstNode(placeOf(last)), to + 1);
  for (; node < end; node += 8) {
    const steps = lowHalves(betweenSamples(node, mosts), betweenSamples(node + 4, mosts));
    v128.store(edge + ((<usize>node) << 1), steps);
  }
  node = max<i32>(end, from);
  const rest = roundedOne(yOf(last), mostStep);
  for (; node <= to; node++) store<u16>(edge + ((<usize>node) << 1), rest);
  let begin = <i32>load<u32>(nodeSamples + ((<usize>from) << 2));
  if (nearestNode(begin) < from) begin++;
  let stop = <i32>load<u32>(nodeSamples + ((<usize>to) << 2));
  if (stop + 1 <= last && nearestNode(stop + 1) <= to) stop++;
  storeTurns(max<i32>(first + 1, begin), min<i32>(last - 1, stop));
  storeTurn(first, from, to);
  storeTurn(last, from, to);
}

/** False for the NaN of a missing sample. */
function isPlaced(sample: i32): bool {
  return abs<f32>(yOf(sample)) <= farY;
}

function isBroken(sample: i32): bool {
  return ((load<u32>(breaks + ((<usize>(sample >> 5)) << 2)) >> (sample & 31)) & 1) !== 0;
}

function showsColumns(node: i32): bool {
  const entry = table + ((<usize>((node >> 4) + pad - reach)) << 3);
  return (load<u32>(entry, 4) & showsColumn) !== 0;
}

/** The sixteenths from..to of a run, but for pixels that show columns: the pen does not reach over those. */
function drawRun(first: i32, last: i32, from: i32, to: i32): void {
  while (from <= to) {
    let end = from;
    while (end <= to && !showsColumns(end)) end = (end | 15) + 1;
    if (end > from) {
      fillNodes(first, last, from, min<i32>(end, to + 1));
      spreadLine(from, min<i32>(end - 1, to));
    }
    from = (end | 15) + 1;
  }
}

/**
 * The line of a row as what the pen covers in each sixteenth of the picture; when it is one unbroken run over the whole of it, as
 * nodes alone: then true.
 */
export function drawLine(row: u32, baseline: f32, scale: f32): bool {
  placeSamples(row, baseline, scale);
  if (!hasHoles && !hasBreaks && !hasColumns) {
    fillNodes(0, lineCount - 1, 0, nodeCount);
    return true;
  }
  clearSpans();
  let lastBefore = -1;
  let sample = 0;
  while (sample < lineCount) {
    if (!isPlaced(sample)) {
      sample++;
      continue;
    }
    const first = sample++;
    while (sample < lineCount && isPlaced(sample) && !isBroken(sample)) sample++;
    const last = sample - 1;
    let next = sample;
    while (next < lineCount && !isPlaced(next)) next++;
    const a = placeOf(first);
    const b = placeOf(last);
    // Shorter than the line is wide: made as long as that, but no further than half way to the neighbours.
    const lack = max<i32>(0, (widthParts - (b - a)) >> 1);
    const start = a - (lastBefore < 0 ? lack : min<i32>(lack, (a - placeOf(lastBefore)) >> 1));
    const end = b + (next >= lineCount ? lack : min<i32>(lack, (placeOf(next) - b) >> 1));
    const from = min<i32>(a >> 6, ((start - 32) >> 6) + 1);
    const to = max<i32>(b >> 6, (end - 33) >> 6);
    if (to >= 0 && from < nodeCount) {
      drawRun(first, last, max<i32>(0, from), min<i32>(nodeCount - 1, to));
    }
    lastBefore = last;
    sample = next;
  }
  return false;
}
