/** Windows of an analysis (spec 001 section 9: 8 h, offset -6 h, delta 10 min; algorithms.md 0: ends lie on the epoch grid). */
import type { Epoching } from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";

const second = 1_000_000;
const day = 86_400 * second;
const said = pipelineText.problems.epoching;

/** One plain sentence, or null. */
export function epochingProblem({ epoching_type, window_size, offset, delta }: Epoching): string | null {
  const isWhole = (value: number, step: number) => Number.isFinite(value) && Number.isInteger(value / step);
  if (epoching_type !== "sliding_window") return said.type;
  if (!isWhole(window_size, second) || window_size < second || window_size > 7 * day) return said.window;
  if (!isWhole(offset, 1000) || Math.abs(offset) > 7 * day) return said.offset;
  if (!isWhole(delta, second) || delta < second || delta > day) return said.delta;
  return null;
}

/** Ends of windows: `count` multiples of `deltaMs` from `firstMs` on. */
export interface Windows {
  firstMs: number;
  deltaMs: number;
  windowMs: number;
  count: number;
}

/**
 * The windows of a span, epoch ms. The first window begins at the start and the offset, so the first end is the first multiple of
 * delta that is no earlier than start + offset + window_size; the last one is no later than the end.
 */
export function windowsOf(epoching: Epoching, span: { startMs: number; endMs: number }): Windows {
  const [windowMs, offsetMs, deltaMs] = [epoching.window_size, epoching.offset, epoching.delta].map((us) => us / 1000);
  const first = Math.ceil((span.startMs + offsetMs + windowMs) / deltaMs);
  return {
    firstMs: first * deltaMs,
    deltaMs,
    windowMs,
    count: Math.max(0, Math.floor(span.endMs / deltaMs) - first + 1),
  };
}
