// What happens to the filter states between slices.
import { stateSections } from "./cascade32";
import { groupBytes, groupState } from "./derive";

/** States below this are rest: far below any unit of measure, and far above the denormal numbers of float32. */
const rest = 1e-28;

/** Ends the runs of every group: no x0, sections at rest. sectionBytes: 32 (float32) or 64 (float64) times the sections. */
export function endRuns(table: usize, groups: i32, sectionBytes: usize): void {
  for (let g = 0; g < groups; g++) {
    const state = <usize>load<u32>(table + <usize>g * groupBytes, groupState);
    v128.store(state, f32x4.splat(f32.NaN));
    memory.fill(state + stateSections, 0, sectionBytes);
  }
}

/** The same for float64 states at [from, to): see flushDenormals. */
export function bringToRest(from: usize, to: usize): void {
  const limit = f64x2.splat(rest);
  for (let at = from; at < to; at += 16) {
    const value = v128.load(at);
    v128.store(at, v128.and(value, f64x2.ge(f64x2.abs(value), limit)));
  }
}

/**
 * Brings states that have died away to rest. A silent channel would otherwise decay into denormal numbers, which cost a
 * hundred times as much. To be called at fixed places of the grid only, so that every cutting gives the same output.
 * wide: 0 float32, 1 float64.
 */
export function flushDenormals(table: usize, groups: i32, sectionBytes: usize, wide: i32): void {
  for (let g = 0; g < groups; g++) {
    const from = <usize>load<u32>(table + <usize>g * groupBytes, groupState) + stateSections;
    const to = from + sectionBytes;
    if (wide !== 0) {
      bringToRest(from, to);
    } else {
      const limit = f32x4.splat(<f32>rest);
      for (let at = from; at < to; at += 16) {
        const value = v128.load(at);
        v128.store(at, v128.and(value, f32x4.ge(f32x4.abs(value), limit)));
      }
    }
  }
}
