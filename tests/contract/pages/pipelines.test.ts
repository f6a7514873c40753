import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleAnalyses, sampleWindows } from "../../../src/domain/pipelines/samples.ts";
import { windowsOf } from "../../../src/domain/pipelines/windows.ts";
import {
  cancelRun,
  executeAndWriteH5,
  getRun,
  type PipelineAnalysis,
  retryRun,
} from "../../../src/protocol/pipelines.ts";
import { answerAs } from "../../support/accounts.ts";
import { fileCases } from "./pipelines-files.ts";
import { graphCases } from "./pipelines-graphs.ts";
import { storedCases } from "./pipelines-stored.ts";
import { valueCases } from "./pipelines-values.ts";
import {
  closePipelines,
  dataDir,
  ended,
  endMs,
  openPipelines,
  refusal,
  sample,
  server,
  signInAgain,
  startMs,
  token,
} from "./pipelines-world.ts";

beforeAll(openPipelines, 240_000);
afterAll(closePipelines);

valueCases();
fileCases();
storedCases();
graphCases();

it("goes on after its server was killed, and ends when it is canceled", async () => {
  const windows = { ...sampleWindows, delta: 5_000_000 };
  const long = (name: string): PipelineAnalysis => ({
    ...sample(2, { multiprocess_epoching_args: windows }),
    pipeline_json: { ...sampleAnalyses[2].pipeline_json, name },
  });
  const first = await answerAs(server.url, token, executeAndWriteH5, long("Killed"));
  const look = async () => (await answerAs(server.url, token, getRun, { run_id: first.id })).state;
  await expect.poll(look, { timeout: 30_000, interval: 50 }).toBe("running");
  await server.kill();
  await server.restart();
  await signInAgain();
  const second = await answerAs(server.url, token, executeAndWriteH5, long("Canceled"));
  await answerAs(server.url, token, cancelRun, { run_id: second.id });
  expect((await ended(second)).state).toBe("canceled");
  const done = await ended(first);
  expect([done.state, done.outputs[0].count]).toEqual(["done", windowsOf(windows, { startMs, endMs }).count]);
  expect(await refusal(cancelRun, { run_id: first.id })).toEqual([409, "This run has ended already."]);
  expect(await refusal(retryRun, { run_id: first.id })).toEqual([
    ...[409, "Only a run that failed, was canceled or lost its file is run again."],
  ]);
  const retried = await answerAs(server.url, token, retryRun, { run_id: second.id });
  await answerAs(server.url, token, cancelRun, { run_id: retried.id });
  expect((await ended(retried)).state).toBe("canceled");
  // The row says so before the job has taken away what it had begun.
  await expect.poll(() => readdirSync(join(dataDir, "pipelines")), { timeout: 30_000 }).toEqual([]);
}, 180_000);
