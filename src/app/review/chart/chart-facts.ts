/** What is told of the pages that a chart is made of. */
import type { ChartFacts, SignalPages } from "./chart-window.ts";

export function factsOf(all: readonly SignalPages[]): ChartFacts {
  const core = all.flatMap(({ pages }) => pages.flatMap((page) => page.core ?? []))[0] ?? null;
  const tallies = all.map(({ signal: { label }, pages }) => {
    const tally = { expected: 0, masked: 0, present: 0 };
    for (const { blocks } of pages)
      for (const block of blocks)
        if ("tally" in block)
          for (const name of ["expected", "masked", "present"] as const) tally[name] += block.tally[name];
    return { label, tally };
  });
  return { tallies, core };
}
