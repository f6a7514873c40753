/** What a run stored, as a source of windows: the values of its file, for whoever may see the recording, and never of another file. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeAnalysis, type StoredRunOf } from "../../../src/protocol/analysis.ts";
import type { BinsBlock, ColumnsBlock, ResampledBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { PageForm } from "../../../src/protocol/pages.ts";
import { deleteRun, executePipeline, getRun, type PipelineRun } from "../../../src/protocol/pipelines.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { pipelineText } from "../../../src/protocol/text/pipeline-text.ts";
import { answerAs, callAs } from "../../support/accounts.ts";
import { requestFor } from "./page-world.ts";
import { begin, client, dataDir, id, lister, otherId, sample, server, stranger, token, viewer } from "./pipelines-world.ts"; // biome-ignore format: one world

const outputOf = (run: PipelineRun, output: string, over: Partial<StoredRunOf> = {}): StoredRunOf => ({
  ...{ analytic: "stored_run", data_object_id: id, run_id: run.id, output },
  ...over,
});
const described = (analysis: StoredRunOf, who = token) => answerAs(server.url, who, describeAnalysis, { analysis });
const pageOf = async (made: RecordingDetail, form: PageForm, pixels = 2) => {
  const [group] = made.groups;
  const { blocks } = await client.page(requestFor(made, group, { first: 0, end: group.sample_count, pixels, form }));
  return blocks[0];
};
/** Times in the segments, with the values of a channel there. */
async function stored(made: RecordingDetail, channel = 0): Promise<{ times: number[]; values: (number | null)[] }> {
  const [{ segments, sample_count, sampling_hz }] = made.groups;
  const { data } = (await pageOf(made, { kind: "samples" })) as SamplesBlock;
  const at = segments.flatMap(({ first, count, start_ms }) =>
    Array.from({ length: count }, (_, k) => ({ index: first + k, time: start_ms + (k * 1000) / sampling_hz })),
  );
  const values = at.map(({ index }) => data[channel * sample_count + index]);
  return {
    times: at.map(({ time }) => time),
    values: values.map((value) => (Number.isNaN(value) ? null : value)),
  };
}
const rounded = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : Math.fround(value)));
/** Of a call whose refusals are plain sentences. */
async function refused(analysis: StoredRunOf, who = token): Promise<[number, string]> {
  const { status, text } = await callAs(server.url, who, describeAnalysis, { analysis });
  return [status, text];
}
const copies = () => join(dataDir, "cache", "runs");

export function storedCases(): void {
  it("shows the values that the file of a run holds, at their times, with how they were made and by which core", async () => {
    const run = await begin(sample(1));
    expect(run.stored).toEqual({ data_object_id: id, core: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const made = await described(outputOf(run, "PRx"), viewer);
    const { outputs } = await answerAs(server.url, token, executePipeline, sample(1));
    expect(await stored(made)).toEqual({ times: outputs[0].times_ms, values: outputs[0].values[0] });
    expect(made.stored).toEqual({
      ...{ run_id: run.id, name: "PRx", finished_at: run.finished_at, core: run.stored?.core },
      ...{ definition: expect.stringContaining("Correlation of ABP and ICP"), sources: ["ABP (mmHg)", "ICP (mmHg)"] },
      parameters: expect.stringContaining('"calculationWindowMs":300000'),
      ...{ missing_share: outputs[0].missing_share, masked_share: 0 },
    });
    expect(JSON.stringify(made)).not.toContain(dataDir);
    // Like any other group: columns for its width, and counts.
    const { data } = (await pageOf(made, { kind: "columns" })) as ColumnsBlock;
    const kept = outputs[0].values[0].filter((value) => value !== null);
    expect(Math.max(...data.filter(Number.isFinite))).toBe(Math.max(...kept));
    const counted = (await pageOf(made, { kind: "bins", channel: 0, min: -1, max: 1, size: 2 })) as BinsBlock;
    expect(Array.from(counted.data)).toEqual([kept.length]);
    const pairs = (await pageOf(made, { kind: "resampled", channel: 0, period_ms: 60_000 })) as ResampledBlock;
    expect(Array.from(pairs.data).filter(Number.isFinite)).toEqual(kept);
    await answerAs(server.url, token, deleteRun, { run_id: run.id });
  });

  it("shows every column of a table and of numbers with a fraction, each output on its own grid", async () => {
    const run = await begin(sample(3));
    const { outputs } = await answerAs(server.url, token, executePipeline, sample(3));
    for (const { name, columns, units, times_ms, values } of outputs) {
      const made = await described(outputOf(run, name));
      expect(made.groups[0].channels.map(({ label, unit }) => [label, unit])).toEqual(
        columns.map((column, k) => [column, units[k]]),
      );
      for (const k of [0, 1, columns.length - 1])
        expect(await stored(made, k)).toEqual({ times: times_ms, values: rounded(values[k]) });
    }
    await answerAs(server.url, token, deleteRun, { run_id: run.id });
  });

  it("is for who sees the recording that the run read, and there is no such output of another one", async () => {
    const run = await begin(sample(1));
    const there = outputOf(run, "PRx");
    const made = await described(there);
    const missing = [404, pipelineText.refused.stored];
    expect(await refused(there, stranger)).toEqual(missing);
    expect((await refused(there, lister))[0]).toBe(403);
    for (const over of [{ output: "PRy" }, { run_id: run.id + 1000 }, { data_object_id: otherId }])
      expect(await refused(outputOf(run, "PRx", over))).toEqual(missing);
    await answerAs(server.url, token, deleteRun, { run_id: run.id });
    expect(readdirSync(copies())).toEqual([]);
    await expect.poll(() => refused(there)).toEqual(missing);
    await expect(pageOf(made, { kind: "samples" })).rejects.toThrow("unknown_recording");
  });

  it("copies a file anew that is gone or changed on this node, and shows nothing of one that the store has lost", async () => {
    const run = await begin(sample(1));
    const there = outputOf(run, "PRx");
    const made = await described(there);
    const before = await stored(made);
    const [name] = readdirSync(copies());
    rmSync(join(copies(), name));
    expect(await stored(await described(there))).toEqual(before);
    expect(existsSync(join(copies(), name))).toBe(true);
    const folder = join(dataDir, "objects", "pipelines", String(run.id));
    const path = join(folder, readdirSync(folder)[0]);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(path, bytes);
    rmSync(join(copies(), name));
    expect(await refused(there)).toEqual([400, pipelineText.file.changed]);
    expect((await answerAs(server.url, token, getRun, { run_id: run.id })).file_problem).toBe(
      pipelineText.file.changed,
    );
    expect(await refused(there)).toEqual([400, pipelineText.file.changed]);
    await expect(pageOf(made, { kind: "samples" })).rejects.toThrow(pipelineText.file.changed);
    expect(readdirSync(copies())).toEqual([]);
    await answerAs(server.url, token, deleteRun, { run_id: run.id });
  });
}
