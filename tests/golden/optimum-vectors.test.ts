/** CPPOpt and MAPOpt of one window against the golden vectors (numpy, scipy), which lie beside the checkout. */
import { beforeAll, describe, expect, it } from "vitest";
import { BlockMeans } from "../../src/server/analysis/block-means.ts";
import { optimumWindow } from "../../src/server/analysis/optimum-values.ts";
import type { Core } from "../../src/signal/core.ts";
import { openCore } from "../../src/signal/node.ts";
import { madeRecording } from "../fixtures/analysis-sources.ts";
import { differencesOf, type OptimumVectors } from "../fixtures/optimum-vectors.ts";
import { buildPressures, hasVectors, readVectors } from "../fixtures/vector-inputs.ts";

describe.skipIf(!hasVectors)("golden vectors of optima (needs ../shared/vectors beside the checkout)", () => {
  let core: Core;
  beforeAll(() => {
    core = openCore();
  });

  it.each(["cppopt", "mapopt"] as const)("fits the window (%s)", async (analytic) => {
    const file = readVectors<OptimumVectors>(analytic);
    expect(file.cases.length).toBeGreaterThan(0);
    for (const { id, input, tEnd, windowMs, expect: expected } of file.cases) {
      const { first, second } = buildPressures(input);
      const segments = [{ first: 0, count: input.n, start_ms: 0 }];
      const group = (modality: string, row: Float32Array) => ({ modality, samplingHz: 1, segments, rows: [row] });
      const { recording, reader } = madeRecording([group("A", first), group("B", second)]);
      const sources = recording.groups.map((each) => ({ recording, group: each, channel: 0, masked: [] }));
      const deps = { core, reader, means: new BlockMeans(), onStep: () => undefined };
      const span = { startMs: tEnd - windowMs, endMs: tEnd };
      const { optimum } = await optimumWindow(analytic, sources, span, deps);
      expect([id, ...differencesOf(optimum, expected, file.tol)]).toEqual([id]);
    }
  });
});
