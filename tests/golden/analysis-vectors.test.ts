/** Analyses against the golden vectors (numpy), which lie beside the checkout. */
import { beforeAll, describe, expect, it } from "vitest";
import { BlockSums } from "../../src/server/analysis/block-sums.ts";
import { prxValues } from "../../src/server/analysis/prx-values.ts";
import { rollingValues } from "../../src/server/analysis/rolling-values.ts";
import type { Core } from "../../src/signal/core.ts";
import { openCore } from "../../src/signal/node.ts";
import { madeRecording, rollingInput } from "../fixtures/analysis-sources.ts";
import {
  buildPressures,
  type CorrelationVectors,
  hasVectors,
  type RollingVectors,
  readVectors,
} from "../fixtures/vector-inputs.ts";

describe.skipIf(!hasVectors)("golden vectors of analyses (needs ../shared/vectors beside the checkout)", () => {
  let core: Core;
  beforeAll(() => {
    core = openCore();
  });

  it("averages what lies behind (rolling)", async () => {
    const file = readVectors<RollingVectors>("rolling");
    expect(file.cases.length).toBeGreaterThan(0);
    for (const each of file.cases) {
      const { n, jumpAt, windowMs, y } = each;
      const group = rollingInput(each, 0);
      const made = madeRecording([group]);
      const { recording } = made;
      const source = { recording, group: recording.groups[0], channel: 0, masked: [] };
      const deps = { core, reader: made.reader, sums: new BlockSums(), onStep: () => undefined };
      const values = await rollingValues(source, windowMs, { first: 0, count: group.rows[0].length }, deps);
      const kept = [...values.subarray(0, jumpAt), ...values.subarray(values.length - n + jumpAt)];
      kept.forEach((value, i) => {
        if (y[i] === null) expect(value).toBeNaN();
        else expect(Math.abs(value - (y[i] as number))).toBeLessThan(file.tolAbs);
      });
    }
  });

  it.each(["prx", "cox"] as const)("correlates block means (%s)", async (analytic) => {
    const file = readVectors<CorrelationVectors>(analytic);
    expect(file.cases.length).toBeGreaterThan(0);
    for (const { id, input, windowMs, periodMs, t, ...expectations } of file.cases) {
      const { first, second } = buildPressures(input);
      const segments = [{ first: 0, count: input.n, start_ms: 0 }];
      const group = (modality: string, row: Float32Array) => ({ modality, samplingHz: 1, segments, rows: [row] });
      const { recording, reader } = madeRecording([group("A", first), group("B", second)]);
      const sources = recording.groups.map((each) => ({ recording, group: each, channel: 0, masked: [] }));
      const order = { analytic, startMs: t[0], count: t.length, windowMs, periodMs };
      const values = await prxValues(sources, order, { core, reader, onStep: () => undefined });
      t.forEach((time, k) => {
        const expected = expectations[analytic]?.[k] ?? null;
        if (expected === null) expect(values[k], `${id} at ${time}`).toBeNaN();
        else expect(Math.abs(values[k] - expected), `${id} at ${time}`).toBeLessThan(1e-5); // samples are float32
      });
    }
  });
});
