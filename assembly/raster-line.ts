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
      const isFinite4 = f32x4.le(f32x4.abs(values), f32x4.splat(largest));
      const placed = f32x4.add(baselines, f32x4.mul(values, factors));
      const kept = f32x4.max(f32x4.splat(-farY), f32x4.min(f32x4.splat(farY), placed));
      v128.store(y, v128.bitselect(kept, missing, isFinite4));
      if (!i32x4.all_true(isFinite4)) hasHoles = true;
    }
    for (; y < end; y += 4, address += 4) {
      const value = load<f32>(address);
      const isValue = abs<f32>(value) <= largest;
      store<f32>(y, isValue ? toY(value, baseline, scale) : f32.NaN);
      if (!isValue) hasHoles = true;
    }
  }
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

/**
 * The nodes from..to of the run of samples first..last: straight between samples, level beyond the run's ends. A sample at
 * which the line turns is shown by the node nearest to it, so that no extreme is lost.
 */
function fillNodes(first: i32, last: i32, from: i32, to: i32): void {
  const edge = tops;
  const shares = nodeShares;
  const most = mostStep;
  const mosts = f32x4.splat(most);
  const begin = max<i32>(first, <i32>load<u32>(nodeSamples + ((<usize>max<i32>(from, 0)) << 2)));
  let node = from;
  const level = roundedOne(yOf(first), most);
  for (const end = min<i32>(firstNode(placeOf(first)), to + 1); node < end; node++)
    store<u16>(edge + ((<usize>node) << 1), level);
  let y = ys + ((<usize>begin) << 2);
  let at = places + ((<usize>begin) << 2);
  let y0 = load<f32>(y);
  let place = load<i32>(at);
  let before: f32 = begin > first ? y0 - load<f32>(y - 4) : 0;
  for (let i = begin; i <= last; i++) {
    const nearest = (place + 32) >> 6;
    if (nearest > to) break;
    let rise: f32 = 0;
    const own = y0;
    if (i < last) {
      y += 4;
      at += 4;
      const y1 = load<f32>(y);
      rise = y1 - y0;
      place = load<i32>(at);
      const end = min<i32>(firstNode(place), to + 1);
      const starts = f32x4.splat(y0);
      const rises = f32x4.splat(rise);
      // Groups of four may reach past the segment: the next one writes over that.
      for (; node < end; node += 4) {
        const steps = rounded(f32x4.add(starts, f32x4.mul(rises, v128.load(shares + ((<usize>node) << 2)))), mosts);
        v128.store64_lane(edge + ((<usize>node) << 1), lowHalves(steps, steps), 0);
      }
      node = end;
      y0 = y1;
    }
    const turn = edge + ((<usize>max<i32>(-1, nearest)) << 1);
    store<u16>(turn, select<u32>(roundedOne(own, most), load<u16>(turn), before * rise <= 0));
    before = rise;
  }
  const rest = roundedOne(yOf(last), most);
  for (; node <= to; node++) store<u16>(edge + ((<usize>node) << 1), rest);
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
      spreadLine(from, min<i32>(end - 1, to), false);
    }
    from = (end | 15) + 1;
  }
}

/** The line of a row as what the pen covers in each sixteenth of the picture. */
export function drawLine(row: u32, baseline: f32, scale: f32): void {
  placeSamples(row, baseline, scale);
  if (!hasHoles && !hasBreaks && !hasColumns) {
    fillNodes(0, lineCount - 1, 0, nodeCount);
    spreadLine(0, nodeCount - 1, true);
    return;
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
}
