/** Averages, PRx and COx over the server against the golden vectors (numpy), which lie beside the checkout. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Analysis, type ChannelSource, describeAnalysis } from "../../../src/protocol/analysis.ts";
import { type MadeGroup, rollingInput } from "../../fixtures/analysis-sources.ts";
import {
  buildPressures,
  type CorrelationVectors,
  hasVectors,
  type RollingVectors,
  readVectors,
} from "../../fixtures/vector-inputs.ts";
import { answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { bytesOf, importMade, samplesOf } from "./analysis-world.ts";
import { type Client, connect } from "./page-world.ts";

describe.skipIf(!hasVectors)("golden vectors (needs ../shared/vectors beside the checkout)", () => {
  let server: RunningServer;
  let client: Client;
  let token: string;
  let dataDir: string;
  /** Vectors lie on the times of the epoch, their recordings whole minutes of it later. */
  const vectorsMs = Date.UTC(2026, 1, 1);
  const vectors: { analytic: "prx" | "cox"; each: CorrelationVectors["cases"][number]; id: number }[] = [];
  const averages: { each: RollingVectors["cases"][number]; id: number }[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "connect-vectors-"));
    await withDatabase(dataDir, async (_pool, db) => {
      const place = await defaultPlace(db);
      const add = (groups: MadeGroup[]) => importMade(db, dataDir, groups, { place, beginMs: vectorsMs });
      for (const analytic of ["prx", "cox"] as const)
        for (const each of readVectors<CorrelationVectors>(analytic).cases) {
          const segments = [{ first: 0, count: each.input.n, start_ms: vectorsMs }];
          const { first, second } = buildPressures(each.input);
          const ofPair = (modality: string, unit: string, row: Float32Array): MadeGroup => ({
            ...{ modality, unit, samplingHz: 1, segments, rows: [row] },
          });
          const groups = [ofPair("ABP_na", "mmHg", first), ofPair("B", analytic === "prx" ? "mmHg" : "%", second)];
          vectors.push({ analytic, each, id: await add(groups) });
        }
      for (const each of readVectors<RollingVectors>("rolling").cases)
        averages.push({ each, id: await add([rollingInput(each, vectorsMs)]) });
    });
    server = await startServer({ dataDir });
    ({ token } = await signIn(server.url));
    client = await connect(server.url, token);
  }, 240_000);
  afterAll(async () => {
    client?.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const channel = (modality: string, data_object_id: number): ChannelSource => ({
    data_object_id,
    modality,
    channel: 0,
  });
  const describedAs = (analysis: Analysis) => answerAs(server.url, token, describeAnalysis, { analysis });

  it("gives the golden rolling averages, however the pages lie", async () => {
    expect(averages.length).toBe(4);
    for (const { each, id } of averages) {
      const recording = await describedAs({
        analytic: "rolling_average",
        source: channel("ABP_na", id),
        calculationWindowMs: each.windowMs,
      });
      const { sample_count } = recording.groups[0];
      const values = await samplesOf(client, recording, 0, sample_count);
      const split = await samplesOf(client, recording, 0, sample_count, [31, each.jumpAt - 1, each.jumpAt + 60]);
      expect(bytesOf(split).equals(bytesOf(values))).toBe(true);
      const jump = each.jumpMs / each.stepMs;
      each.y.forEach((expected, i) => {
        const value = values[i < each.jumpAt ? i : i + jump];
        // Pages carry float32.
        if (expected === null) expect(value).toBeNaN();
        else expect(Math.abs(value - expected)).toBeLessThanOrEqual(Math.abs(expected) * 2 ** -24 + 1e-9);
      });
    }
  });

  it("gives the golden vectors of PRx and COx, however the pages lie", async () => {
    expect(new Set(vectors.map(({ analytic }) => analytic)).size).toBe(2);
    const finite = { prx: 0, cox: 0 };
    for (const { analytic, each, id } of vectors) {
      const { windowMs: calculationWindowMs, periodMs: calculationPeriodMs, t } = each;
      const [ABP, second] = [channel("ABP_na", id), channel("B", id)];
      const times = { calculationWindowMs, calculationPeriodMs };
      const recording = await describedAs(
        analytic === "prx" ? { analytic, ABP, ICP: second, ...times } : { analytic, ABP, StO2: second, ...times },
      );
      const [group] = recording.groups;
      expect(group.channels).toMatchObject([{ label: analytic === "prx" ? "PRx" : "COx", unit: "" }]);
      // Two blocks never make a value: such an analysis has no samples to ask for.
      expect(group.sample_count > 0).toBe(calculationWindowMs >= 30_000);
      const isThere = group.sample_count > 0;
      const values = isThere ? await samplesOf(client, recording, 0, group.sample_count) : new Float32Array(0);
      const split = isThere ? await samplesOf(client, recording, 0, group.sample_count, [7, 31]) : values;
      expect(bytesOf(split).equals(bytesOf(values))).toBe(true);
      t.forEach((time, k) => {
        const value = values[Math.round((vectorsMs + time - recording.start_ms) / calculationPeriodMs)] ?? Number.NaN;
        const expected = each[analytic]?.[k] ?? null;
        if (expected === null) expect(value).toBeNaN();
        else {
          expect(Math.abs(value - expected)).toBeLessThan(1e-5); // samples are float32
          finite[analytic]++;
        }
      });
    }
    for (const analytic of ["prx", "cox"] as const) expect(finite[analytic]).toBeGreaterThan(100);
  });
});
