import { expect, it } from "vitest";
import { type Analysis, describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { ColumnsBlock, OptimumBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import { executeAndWriteH5, executePipeline, type PipelineNode } from "../../../src/protocol/pipelines.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { answerAs } from "../../support/accounts.ts";
import {
  client,
  endMs,
  graphOf,
  hour,
  hz,
  id,
  refusal,
  sample,
  server,
  source,
  startMs,
  token,
} from "./pipelines-world.ts";

export function valueCases(): void {
  it("answers PRx as the derived group has it, bit for bit", async () => {
    const { outputs } = await answerAs(server.url, token, executePipeline, sample(1));
    const channel = (modality: string) => ({ data_object_id: id, modality, channel: 0 });
    const times = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
    const analysis: Analysis = { analytic: "prx", ABP: channel("ABP_na"), ICP: channel("ICP_na"), ...times };
    const made = await answerAs(server.url, token, describeAnalysis, { analysis });
    const [{ modality, sample_count, segments }] = made.groups;
    const { blocks } = await client.page({
      ...{ patient_id: made.patient_id, data_object_id: made.data_object_id, page_id: 1, patient_is_admitted: false },
      ...{
        start: made.start_ms,
        end: made.start_ms + sample_count * 60_000,
        pixel_count: 2,
        form: { kind: "samples" },
      },
      modality_sources: [{ modality, data_object_id: made.data_object_id }],
    });
    const { data } = blocks[0] as SamplesBlock;
    const held = segments
      .flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k))
      .filter((index) => made.start_ms + index * 60_000 < endMs); // a run ends with its file
    const wanted = held.map((index) => (Number.isNaN(data[index]) ? null : data[index]));
    expect(outputs.map(({ name, columns, units }) => [name, columns, units])).toEqual([["PRx", ["PRx"], [""]]]);
    expect(outputs[0].values).toEqual([wanted]);
    expect(outputs[0].times_ms).toEqual(held.map((index) => made.start_ms + index * 60_000));
    expect(wanted.filter((value) => value !== null).length).toBeGreaterThan(400);
    expect(outputs[0].missing_share).toBeGreaterThan(0.05);
  });

  it("answers CPPOpt as the window of the plot has it, from two hours on", async () => {
    const { outputs } = await answerAs(server.url, token, executePipeline, sample(2));
    const [{ times_ms, columns, values, units }] = outputs;
    expect([times_ms[0], times_ms.length]).toEqual([Date.UTC(2026, 1, 2, 12, 0), 48]);
    const column = (name: string) => values[columns.indexOf(name)];
    expect(units[columns.indexOf("LLA")]).toBe("mmHg");
    const channel = (modality: string) => ({ data_object_id: id, modality, channel: 0 });
    const times = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
    const analysis: Analysis = { analytic: "prx", ABP: channel("ABP_na"), ICP: channel("ICP_na"), ...times };
    const made = await answerAs(server.url, token, describeAnalysis, { analysis });
    for (const k of [0, 20, 47]) {
      const { blocks } = await client.page({
        ...{ patient_id: made.patient_id, data_object_id: made.data_object_id, page_id: 2, patient_is_admitted: false },
        ...{ start: times_ms[k] - 8 * hour, end: times_ms[k], pixel_count: 2 },
        ...{ form: { kind: "optimum", analytic: "cppopt" } },
        modality_sources: [{ modality: made.groups[0].modality, data_object_id: made.data_object_id }],
      });
      const wanted = blocks[0] as OptimumBlock;
      expect([column("optimum")[k], column("LLA")[k], column("ULA")[k], column("fitType")[k]]).toEqual([
        ...[wanted.optimum, wanted.lla, wanted.ula, wanted.fitType],
      ]);
      expect(wanted.yValues).toEqual(wanted.yValues.map((_, b) => column(`yValue_${b + 1}`)[k]));
      expect(wanted.includedInFit).toEqual(wanted.yValues.map((_, b) => column(`includedInFit_${b + 1}`)[k] === 1));
    }
    expect(column("optimum").some((value) => value !== null)).toBe(true);
  });

  it("says where a span is too short for a window of CPPOpt, in place of an empty result", async () => {
    const [pressures, ...rest] = sample(2).pipeline_json.nodes;
    const minutes = 90 * 60_000_000;
    const times = { start_time: startMs * 1000, end_time: startMs * 1000 + minutes };
    const short = { ...pressures, args: { ...pressures.args, ...times } };
    const analysis = { ...sample(2), pipeline_json: { ...sample(2).pipeline_json, nodes: [short, ...rest] } };
    const sentence =
      'Node 2 "CPPOpt": No window of the analysis ends in this span: the first one ends 2h 27s after its beginning, and it has 1h 30m. Choose a longer span or shorter windows.';
    for (const route of [executePipeline, executeAndWriteH5])
      expect(await refusal(route, analysis)).toEqual([400, sentence]);
  });

  it("keeps no run of more than an analysis may be, and none that no database takes", async () => {
    const { pipeline_json, ...rest } = sample(1);
    const noted = (note: string) => ({ ...rest, pipeline_json: { ...pipeline_json, note } });
    expect(await refusal(executeAndWriteH5, noted("x".repeat(64 * 1024)))).toEqual([
      413,
      "This is too large: it may have 64 KiB.",
    ]);
    expect(await refusal(executeAndWriteH5, noted("\ud800"))).toEqual([400, documentsText.refused.badContent]);
  });

  it("computes graphs of one's own: arithmetic, limits, means and statistics, in units that are said", async () => {
    const nodes: PipelineNode[] = [
      source("S", { modalities: ["ABP_na", "ICP_na"], start_time: startMs * 1000, end_time: (startMs + hour) * 1000 }),
      { type: "arithmetic", subtype: "subtract", name: "Difference", args: {} },
      { type: "filter", subtype: "range", name: "Likely", args: { low: 0, high: 200 } },
      { type: "filter", subtype: "resample", name: "Minutes", args: { period: 60_000_000 } },
      { type: "statistics", subtype: "summary", name: "Whole", args: { over: "run" } },
      { type: "statistics", subtype: "histogram", name: "Bins", args: { over: "run", binSize: 30 } },
    ];
    const { outputs } = await answerAs(
      ...[server.url, token, executePipeline, graphOf(nodes, [[], [0], [1], [2], [2], [2]], [1, 3, 4, 5])],
    );
    const [difference, minutes, whole, bins] = outputs;
    expect([difference.count, difference.units]).toEqual([hour / 250, ["mmHg"]]);
    const likely = difference.values[0].map((value) => (value !== null && value >= 0 && value <= 200 ? value : null));
    const first = difference.times_ms.flatMap((time, k) =>
      Math.floor(time / 60_000) === Math.floor(startMs / 60_000) + 3 && likely[k] !== null ? [likely[k]] : [],
    );
    expect(minutes.values[0][3]).toBeCloseTo(first.reduce((sum, value) => sum + value, 0) / first.length, 9);
    expect(minutes.times_ms[0]).toBe(Math.floor(startMs / 60_000) * 60_000);
    const kept = likely.filter((value) => value !== null);
    const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
    const [count, said, sd, least, greatest, missing] = whole.values.map(([value]) => value as number);
    expect([count, least, greatest]).toEqual([kept.length, Math.min(...kept), Math.max(...kept)]);
    expect(said).toBeCloseTo(mean, 9);
    expect(sd).toBeCloseTo(Math.sqrt(kept.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (kept.length - 1)), 9);
    expect(missing).toBeCloseTo(1 - kept.length / likely.length, 12);
    const within = (low: number, high: number) => kept.filter((value) => value >= low && value < high).length;
    const above = kept.filter((value) => value > 100).length;
    expect(bins.columns).toEqual(["bin_1", "bin_2", "bin_3", "bin_4", "below", "above", "count"]);
    expect(bins.values.map(([value]) => value)).toEqual([
      ...[within(0, 30), within(30, 60), within(60, 90), kept.length - within(0, 90) - above],
      ...[0, above, kept.length],
    ]);
  });

  it("filters as the data query does: equal to the bit where pages begin with its chunks, and whatever the run begins with", async () => {
    const channelOf = (span: object): PipelineNode => source("S", { modalities: ["ICP_na"], ...span });
    const filter = (subtype: string, frequency: number | null): PipelineNode => ({
      ...{ type: "filter", subtype, name: subtype.toUpperCase(), args: { frequency } },
    });
    const of = (span: object) => graphOf([channelOf(span), filter("notch", null), filter("lff", 0.1)], [[], [0], [1]]);
    const whole = { start_time: startMs * 1000, end_time: (startMs + hour) * 1000 };
    const { outputs } = await answerAs(server.url, token, executePipeline, of(whole));
    const recipe = {
      derivations: [{ first: { kind: "channel" as const, index: 0 }, second: { kind: "zero" as const } }],
      filters: { lff: 0.1, hff: null, notch: null },
    };
    const count = 3600 * hz;
    const { blocks } = await client.page({
      ...{ patient_id: "A", data_object_id: id, page_id: 3, patient_is_admitted: false },
      ...{ start: startMs, end: startMs + (count * 1000) / hz, pixel_count: count },
      form: { kind: "recipe_columns", recipe, first_column: 0, samples_per_column: 1 },
      modality_sources: [{ modality: "ICP_na", data_object_id: id }],
    });
    const { data } = blocks[0] as ColumnsBlock;
    const wanted = Array.from({ length: count }, (_, k) => (Number.isNaN(data[2 * k]) ? null : data[2 * k]));
    expect(outputs[0].values[0]).toEqual(wanted);
    const later = { start_time: (startMs + hour / 2) * 1000, end_time: (startMs + hour) * 1000 };
    const part = await answerAs(server.url, token, executePipeline, of(later));
    expect(part.outputs[0].values[0]).toEqual(wanted.slice(1800 * hz));
    expect(await refusal(executePipeline, graphOf([channelOf({}), filter("hff", 30)], [[], [0]]))).toEqual([
      ...[400, 'Node 2 "HFF": HFF 30 Hz cannot act on a signal of 4 Hz.'],
    ]);
  });
}
