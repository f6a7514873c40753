// Smallest and largest sample of columns of groups, four rows a vector: no reduction across lanes is ever needed.
// pmin/pmax with the accumulator first skip NaN; a column without a finite sample is (NaN, NaN) (algorithms.md 4).
// A zero comes out as +0, so the order of -0 and +0 in a column cannot show.
import { groupBytes, groupData, groupState } from "./derive";

const stateLow: usize = 16;
const stateHigh: usize = 32;

/** Stores the four finished columns of a group, one per row. */
function finish(low: v128, high: v128, dst: usize, rowBytes: usize): void {
  const empty = f32x4.gt(low, high);
  const nan = f32x4.splat(f32.NaN);
  const zero = f32x4.splat(0);
  const lo = v128.bitselect(nan, f32x4.add(low, zero), empty);
  const hi = v128.bitselect(nan, f32x4.add(high, zero), empty);
  const ab = v128.shuffle<f32>(lo, hi, 0, 4, 1, 5);
  const cd = v128.shuffle<f32>(lo, hi, 2, 6, 3, 7);
  v128.store64_lane(dst, ab, 0);
  v128.store64_lane(dst + rowBytes, ab, 1);
  v128.store64_lane(dst + 2 * rowBytes, cd, 0);
  v128.store64_lane(dst + 3 * rowBytes, cd, 1);
}

/**
 * Adds `count` samples of each group to its columns of `width` samples, the first sample lying `phase` samples inside the
 * open column. Finished columns go to dst + row * rowBytes, 8 bytes a column; the open one stays in the group's state.
 */
export function minMaxGroups(
  table: usize,
  groups: i32,
  count: i32,
  phase: i32,
  width: i32,
  dst: usize,
  rowBytes: usize,
): void {
  const most = f32x4.splat(f32.POSITIVE_INFINITY);
  const least = f32x4.splat(f32.NEGATIVE_INFINITY);
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * groupBytes;
    let src = <usize>load<u32>(entry, groupData);
    const state = <usize>load<u32>(entry, groupState);
    let out = dst + <usize>(g << 2) * rowBytes;
    let low = v128.load(state, stateLow);
    let high = v128.load(state, stateHigh);
    let left = count;
    let room = width - phase;
    while (left > 0) {
      const n = min(room, left);
      let i = 0;
      if (n >= 8) {
        let low1 = low,
          high1 = high;
        let low2 = low,
          high2 = high;
        let low3 = low,
          high3 = high;
        for (; i + 4 <= n; i += 4) {
          const a = v128.load(src);
          const b = v128.load(src, 16);
          const c = v128.load(src, 32);
          const d = v128.load(src, 48);
          low = f32x4.pmin(low, a);
          high = f32x4.pmax(high, a);
          low1 = f32x4.pmin(low1, b);
          high1 = f32x4.pmax(high1, b);
          low2 = f32x4.pmin(low2, c);
          high2 = f32x4.pmax(high2, c);
          low3 = f32x4.pmin(low3, d);
          high3 = f32x4.pmax(high3, d);
          src += 64;
        }
        low = f32x4.pmin(f32x4.pmin(low, low1), f32x4.pmin(low2, low3));
        high = f32x4.pmax(f32x4.pmax(high, high1), f32x4.pmax(high2, high3));
      }
      for (; i < n; i++) {
        const a = v128.load(src);
        low = f32x4.pmin(low, a);
        high = f32x4.pmax(high, a);
        src += 16;
      }
      left -= n;
      room -= n;
      if (room === 0) {
        finish(low, high, out, rowBytes);
        out += 8;
        low = most;
        high = least;
        room = width;
      }
    }
    v128.store(state, low, stateLow);
    v128.store(state, high, stateHigh);
  }
}

/** Ends the open column of every group early (a gap, the end of the data) and opens an empty one. */
export function closeColumn(table: usize, groups: i32, dst: usize, rowBytes: usize): void {
  for (let g = 0; g < groups; g++) {
    const state = <usize>load<u32>(table + <usize>g * groupBytes, groupState);
    const low = v128.load(state, stateLow);
    finish(low, v128.load(state, stateHigh), dst + <usize>(g << 2) * rowBytes, rowBytes);
  }
  openColumn(table, groups);
}

/** Empties the open column of every group. */
export function openColumn(table: usize, groups: i32): void {
  for (let g = 0; g < groups; g++) {
    const state = <usize>load<u32>(table + <usize>g * groupBytes, groupState);
    v128.store(state, f32x4.splat(f32.POSITIVE_INFINITY), stateLow);
    v128.store(state, f32x4.splat(f32.NEGATIVE_INFINITY), stateHigh);
  }
}
