import { expect, it } from "vitest";
import type { TrendBlock } from "../../protocol/page-codec.ts";
import type { TrendBaseline } from "../../protocol/trends.ts";
import type { Asker } from "../query/turns.ts";
import { type Series, TrendSeries } from "./series.ts";

const waiting = (valid_ms: number): TrendBaseline => ({ state: "waiting", start_ms: null, end_ms: null, valid_ms });
const used: TrendBaseline = { state: "used", start_ms: 0, end_ms: 3_600_000, valid_ms: 3_600_000 };

/** A trend whose pages are compared with these, one after the other. */
function world(baselines: readonly (TrendBaseline | null)[]) {
  const left = [...baselines];
  const page = async () => {
    const tally = { expected: 360, masked: 0, present: 0 };
    const block = { kind: "trend", tally, pairs: [], baseline: left.shift() ?? null, data: new Float64Array(0) };
    return { start: 0, end: 1, blocks: [block as unknown as TrendBlock] };
  };
  const deps = { pages: { page }, masksOf: async () => ({}) as never, asker: {} as Asker, get: async () => null };
  const series = {
    ...{ of: { trend: "fft_vs_baseline", side: "left" }, epochMs: 10_000, baseline: null, core: "", pairs: [] },
    ...{ tally: { expected: 0, masked: 0, present: 0 }, made: { groups: [{ modality: "m" }] } },
  } as unknown as Series;
  const all = new TrendSeries(deps);
  return { series, read: () => all.read(series, { first: 0, end: 360 }) };
}

it("a file whose baseline came while it was written says that it changed, not that there is none", async () => {
  const { read } = world([waiting(3_500_000), used]);
  await read();
  await expect(read()).rejects.toMatchObject({ name: "ExportRefused", code: "changed" });
});

it("a baseline that is waited for, or is the same, is no change", async () => {
  for (const baselines of [
    [waiting(60_000), waiting(70_000)],
    [used, used],
    [null, null],
  ]) {
    const { series, read } = world(baselines);
    await read();
    await read();
    expect(series.baseline).toEqual(baselines[1]);
    expect(series.tally.expected).toBe(720);
  }
});
