// Cascades of second-order sections in float32, four rows a vector, up to four groups at once: one section waits about
// 12 cycles for its own result, so the other groups fill the time. Section by section over a slice that stays in cache.
//
// Transposed direct form II (algorithms.md 1.3), in this order everywhere, so that all paths agree bit for bit:
//   y = b0 * x + s1;  s1 = (b1 * x + s2) - a1 * y;  s2 = b2 * x - a2 * y
// Start of a run: x0 is subtracted, the state is zero, and x0 is added again when the cascade passes constants (1.4).
import { groupBytes, groupData, groupHasMissing, groupState } from "./derive";
import { isMissing } from "./lanes";

/** State of a group: x0[4], smallest[4], largest[4] (float32, minmax.ts), then per section s1[4], s2[4]. */
export const stateSections: usize = 48;
const sectionBytes: usize = 32;
const coefficientBytes: usize = 20;

// Types that stand for constants, so that each shape of a pass is compiled on its own: groups at once, and a flag.
type One = u8;
type Two = u16;
type Three = u32;
type Four = u64;
type Yes = f32;
type No = i32;

/** One section over N groups without missing samples; x0 is subtracted first, or added last, if the flag says so. */
function section<N, Subtracts, Adds>(
  count: i32,
  coefficients: usize,
  index: i32,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
): void {
  const at = coefficients + <usize>index * coefficientBytes;
  const b0 = v128.load32_splat(at);
  const b1 = v128.load32_splat(at, 4);
  const b2 = v128.load32_splat(at, 8);
  const a1 = v128.load32_splat(at, 12);
  const a2 = v128.load32_splat(at, 16);
  const own = stateSections + <usize>index * sectionBytes;
  let s0 = v128.load(q0 + own),
    t0 = v128.load(q0 + own, 16),
    o0 = v128.load(q0);
  let s1 = s0,
    t1 = t0,
    o1 = o0,
    s2 = s0,
    t2 = t0,
    o2 = o0,
    s3 = s0,
    t3 = t0,
    o3 = o0;
  if (sizeof<N>() >= sizeof<Two>()) {
    s1 = v128.load(q1 + own);
    t1 = v128.load(q1 + own, 16);
    o1 = v128.load(q1);
  }
  if (sizeof<N>() >= sizeof<Three>()) {
    s2 = v128.load(q2 + own);
    t2 = v128.load(q2 + own, 16);
    o2 = v128.load(q2);
  }
  if (sizeof<N>() >= sizeof<Four>()) {
    s3 = v128.load(q3 + own);
    t3 = v128.load(q3 + own, 16);
    o3 = v128.load(q3);
  }
  const end = p0 + ((<usize>count) << 4);
  while (p0 < end) {
    let x = v128.load(p0);
    if (isFloat<Subtracts>()) x = f32x4.sub(x, o0);
    let y = f32x4.add(f32x4.mul(b0, x), s0);
    s0 = f32x4.sub(f32x4.add(f32x4.mul(b1, x), t0), f32x4.mul(a1, y));
    t0 = f32x4.sub(f32x4.mul(b2, x), f32x4.mul(a2, y));
    if (isFloat<Adds>()) y = f32x4.add(y, o0);
    v128.store(p0, y);
    p0 += 16;
    if (sizeof<N>() >= sizeof<Two>()) {
      x = v128.load(p1);
      if (isFloat<Subtracts>()) x = f32x4.sub(x, o1);
      y = f32x4.add(f32x4.mul(b0, x), s1);
      s1 = f32x4.sub(f32x4.add(f32x4.mul(b1, x), t1), f32x4.mul(a1, y));
      t1 = f32x4.sub(f32x4.mul(b2, x), f32x4.mul(a2, y));
      if (isFloat<Adds>()) y = f32x4.add(y, o1);
      v128.store(p1, y);
      p1 += 16;
    }
    if (sizeof<N>() >= sizeof<Three>()) {
      x = v128.load(p2);
      if (isFloat<Subtracts>()) x = f32x4.sub(x, o2);
      y = f32x4.add(f32x4.mul(b0, x), s2);
      s2 = f32x4.sub(f32x4.add(f32x4.mul(b1, x), t2), f32x4.mul(a1, y));
      t2 = f32x4.sub(f32x4.mul(b2, x), f32x4.mul(a2, y));
      if (isFloat<Adds>()) y = f32x4.add(y, o2);
      v128.store(p2, y);
      p2 += 16;
    }
    if (sizeof<N>() >= sizeof<Four>()) {
      x = v128.load(p3);
      if (isFloat<Subtracts>()) x = f32x4.sub(x, o3);
      y = f32x4.add(f32x4.mul(b0, x), s3);
      s3 = f32x4.sub(f32x4.add(f32x4.mul(b1, x), t3), f32x4.mul(a1, y));
      t3 = f32x4.sub(f32x4.mul(b2, x), f32x4.mul(a2, y));
      if (isFloat<Adds>()) y = f32x4.add(y, o3);
      v128.store(p3, y);
      p3 += 16;
    }
  }
  v128.store(q0 + own, s0);
  v128.store(q0 + own, t0, 16);
  if (sizeof<N>() >= sizeof<Two>()) {
    v128.store(q1 + own, s1);
    v128.store(q1 + own, t1, 16);
  }
  if (sizeof<N>() >= sizeof<Three>()) {
    v128.store(q2 + own, s2);
    v128.store(q2 + own, t2, 16);
  }
  if (sizeof<N>() >= sizeof<Four>()) {
    v128.store(q3 + own, s3);
    v128.store(q3 + own, t3, 16);
  }
}

/** Lanes that are between runs begin one with this sample. */
function startRuns(data: usize, state: usize): void {
  const x0 = v128.load(state);
  v128.store(state, v128.bitselect(v128.load(data), x0, isMissing(x0)));
}

function cascade<N>(
  count: i32,
  coefficients: usize,
  sections: i32,
  keepsConstant: bool,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
): void {
  startRuns(p0, q0);
  if (sizeof<N>() >= sizeof<Two>()) startRuns(p1, q1);
  if (sizeof<N>() >= sizeof<Three>()) startRuns(p2, q2);
  if (sizeof<N>() >= sizeof<Four>()) startRuns(p3, q3);
  const last = sections - 1;
  if (keepsConstant) {
    if (last === 0) section<N, Yes, Yes>(count, coefficients, 0, p0, p1, p2, p3, q0, q1, q2, q3);
    else {
      section<N, Yes, No>(count, coefficients, 0, p0, p1, p2, p3, q0, q1, q2, q3);
      for (let i = 1; i < last; i++) section<N, No, No>(count, coefficients, i, p0, p1, p2, p3, q0, q1, q2, q3);
      section<N, No, Yes>(count, coefficients, last, p0, p1, p2, p3, q0, q1, q2, q3);
    }
  } else {
    section<N, Yes, No>(count, coefficients, 0, p0, p1, p2, p3, q0, q1, q2, q3);
    for (let i = 1; i <= last; i++) section<N, No, No>(count, coefficients, i, p0, p1, p2, p3, q0, q1, q2, q3);
  }
}

function cascade1(count: i32, k: usize, sections: i32, keeps: bool, p0: usize, q0: usize): void {
  cascade<One>(count, k, sections, keeps, p0, p0, p0, p0, q0, q0, q0, q0);
}
function cascade2(count: i32, k: usize, sections: i32, keeps: bool, p0: usize, p1: usize, q0: usize, q1: usize): void {
  cascade<Two>(count, k, sections, keeps, p0, p1, p1, p1, q0, q1, q1, q1);
}
function cascade3(
  count: i32,
  k: usize,
  sections: i32,
  keeps: bool,
  p0: usize,
  p1: usize,
  p2: usize,
  q0: usize,
  q1: usize,
  q2: usize,
): void {
  cascade<Three>(count, k, sections, keeps, p0, p1, p2, p2, q0, q1, q2, q2);
}
function cascade4(
  count: i32,
  k: usize,
  sections: i32,
  keeps: bool,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
): void {
  cascade<Four>(count, k, sections, keeps, p0, p1, p2, p3, q0, q1, q2, q3);
}

/**
 * One group with missing samples. `starts` receives the x0 of each sample's run, NaN where the sample is missing; there
 * the output is NaN and the state returns to zero, so the next finite sample starts a new run.
 */
function cascadeWithMissing(
  count: i32,
  coefficients: usize,
  sections: i32,
  keepsConstant: bool,
  data: usize,
  state: usize,
  starts: usize,
): void {
  const bytes = (<usize>count) << 4;
  let x0 = v128.load(state);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(data + at);
    x0 = v128.bitselect(x, x0, v128.or(isMissing(x), isMissing(x0)));
    v128.store(starts + at, x0);
    v128.store(data + at, f32x4.sub(x, x0));
  }
  v128.store(state, x0);
  for (let i = 0; i < sections; i++) {
    const k = coefficients + <usize>i * coefficientBytes;
    const own = state + stateSections + <usize>i * sectionBytes;
    const b0 = v128.load32_splat(k);
    const b1 = v128.load32_splat(k, 4);
    const b2 = v128.load32_splat(k, 8);
    const a1 = v128.load32_splat(k, 12);
    const a2 = v128.load32_splat(k, 16);
    const adds = keepsConstant && i === sections - 1;
    let s = v128.load(own);
    let t = v128.load(own, 16);
    for (let at: usize = 0; at < bytes; at += 16) {
      const x = v128.load(data + at);
      const start = v128.load(starts + at);
      const missing = isMissing(start);
      const y = f32x4.add(f32x4.mul(b0, x), s);
      s = v128.andnot(f32x4.sub(f32x4.add(f32x4.mul(b1, x), t), f32x4.mul(a1, y)), missing);
      t = v128.andnot(f32x4.sub(f32x4.mul(b2, x), f32x4.mul(a2, y)), missing);
      v128.store(data + at, adds ? f32x4.add(y, start) : y);
    }
    v128.store(own, s);
    v128.store(own, t, 16);
  }
}

/**
 * Filters the groups of the table in place; their states carry from call to call. coefficients: f32[sections][5] as
 * b0, b1, b2, a1, a2. keepsConstant: 1 when the cascade passes constants (no LFF). starts: scratch, 16 bytes a sample;
 * whole: scratch, 4 bytes a group.
 */
export function cascade32(
  table: usize,
  groups: i32,
  count: i32,
  coefficients: usize,
  sections: i32,
  keepsConstant: i32,
  starts: usize,
  whole: usize,
): void {
  if (count <= 0 || sections <= 0) return;
  const keeps = keepsConstant !== 0;
  let left = 0;
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * groupBytes;
    if (load<u32>(entry, groupHasMissing)) {
      cascadeWithMissing(
        count,
        coefficients,
        sections,
        keeps,
        <usize>load<u32>(entry, groupData),
        <usize>load<u32>(entry, groupState),
        starts,
      );
    } else {
      store<u32>(whole + ((<usize>left) << 2), <u32>entry);
      left++;
    }
  }
  let at = whole;
  while (left > 0) {
    const e0 = <usize>load<u32>(at),
      e1 = <usize>load<u32>(at, 4),
      e2 = <usize>load<u32>(at, 8),
      e3 = <usize>load<u32>(at, 12);
    // Three at once is enough to hide the latency; four avoids a lonely last one.
    const n = left === 4 ? 4 : min(left, 3);
    const p0 = <usize>load<u32>(e0, groupData),
      q0 = <usize>load<u32>(e0, groupState);
    if (n === 1) cascade1(count, coefficients, sections, keeps, p0, q0);
    else {
      const p1 = <usize>load<u32>(e1, groupData),
        q1 = <usize>load<u32>(e1, groupState);
      if (n === 2) cascade2(count, coefficients, sections, keeps, p0, p1, q0, q1);
      else {
        const p2 = <usize>load<u32>(e2, groupData),
          q2 = <usize>load<u32>(e2, groupState);
        if (n === 3) cascade3(count, coefficients, sections, keeps, p0, p1, p2, q0, q1, q2);
        else {
          cascade4(
            count,
            coefficients,
            sections,
            keeps,
            p0,
            p1,
            p2,
            <usize>load<u32>(e3, groupData),
            q0,
            q1,
            q2,
            <usize>load<u32>(e3, groupState),
          );
        }
      }
    }
    at += (<usize>n) << 2;
    left -= n;
  }
}
