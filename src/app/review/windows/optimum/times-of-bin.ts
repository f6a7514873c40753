/** Which times a bin of the plot is made of. Pure. */
import type { Span } from "../../../../domain/time/view-span.ts";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";

/** Which bin a pressure lies in; null: none. */
export function binOf({ bin_low: low, bin_size: size, counts }: OptimumBlock, pressure: number): number | null {
  const bin = Math.floor((pressure - low) / size);
  return bin >= 0 && bin < counts.length ? bin : null;
}

/** The steps (minutes, or 10 s) at whose end a value lay in the bin; those that touch are one. */
export function timesOfBin(block: OptimumBlock, bin: number): Span[] {
  const { data, first_ms: firstMs, step_ms: stepMs } = block;
  const count = data.length / 2;
  const spans: { startMs: number; endMs: number }[] = [];
  for (let k = 0; k < count; k++) {
    if (Number.isNaN(data[k]) || binOf(block, data[count + k]) !== bin) continue;
    const endMs = firstMs + k * stepMs;
    const last = spans.at(-1);
    if (last !== undefined && last.endMs === endMs - stepMs) last.endMs = endMs;
    else spans.push({ startMs: endMs - stepMs, endMs });
  }
  return spans;
}
