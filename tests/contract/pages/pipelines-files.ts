/** The file of a run: what it holds, and when it is answered. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sampleAnalyses } from "../../../src/domain/pipelines/samples.ts";
import {
  deleteRun,
  downloadRun,
  executeAndWriteH5,
  executePipeline,
  getRun,
  getRuns,
  type PipelineRun,
  retryRun,
} from "../../../src/protocol/pipelines.ts";
import { pipelineText } from "../../../src/protocol/text/pipeline-text.ts";
import { answerAs, callAs } from "../../support/accounts.ts";
import {
  begin,
  dataDir,
  ended,
  hasH5py,
  id,
  patientKey,
  refusal,
  sample,
  server,
  token,
  viewer,
} from "./pipelines-world.ts";

export function fileCases(): void {
  it("writes a file with all of it, keeps it for equal runs, and lets go of it when it is deleted", async () => {
    const run = await begin(sample(3));
    expect([run.state, run.error, run.progress, run.outputs.map(({ name }) => name)]).toEqual([
      ...["done", null, 1, ["CPPOpt", "Statistics", "Histogram"]],
    ]);
    const again = await answerAs(server.url, token, executeAndWriteH5, sample(3));
    expect(again.id).toBe(run.id);
    const anew = await begin(sample(3, { clear_cache: true }));
    expect(anew.id).not.toBe(run.id);
    const response = await fetch(server.url + downloadRun.path, {
      ...{ method: "POST", headers: { "content-type": "application/json", authorization: viewer } },
      body: JSON.stringify({ run_id: run.id }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.length, response.headers.get("content-disposition")]).toEqual([
      ...[200, run.size_bytes, expect.stringContaining("CPPOpt chart statistics")],
    ]);
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89HDF\r\n\x1a\n");
    expect(await refusal(deleteRun, { run_id: run.id }, viewer)).toEqual([
      ...[403, "Only who started a run and administrators may do this."],
    ]);
    for (const each of [run, anew]) await answerAs(server.url, token, deleteRun, { run_id: each.id });
    expect(await refusal(getRun, { run_id: run.id })).toEqual([404, "There is no such run."]);
    const { runs } = await answerAs(server.url, token, getRuns, { patient_key: patientKey });
    expect(runs.map((each) => each.id)).not.toContain(run.id);
    expect(readdirSync(join(dataDir, "pipelines"))).toEqual([]);
  });

  it("answers no byte of a file that is not as it was written, marks the run, and makes the file anew", async () => {
    const [changed, cut, missing] = [await begin(sample(0)), await begin(sample(1)), await begin(sample(2))];
    const folderOf = (run: PipelineRun) => join(dataDir, "objects", "pipelines", String(run.id));
    const pathOf = (run: PipelineRun) => join(folderOf(run), readdirSync(folderOf(run))[0]);
    const bytes = readFileSync(pathOf(changed));
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(pathOf(changed), bytes);
    truncateSync(pathOf(cut), 1000);
    rmSync(pathOf(missing));
    const { file } = pipelineText;
    for (const [run, sentence] of [
      [changed, file.changed],
      [cut, file.changed],
      [missing, file.missing],
    ] as const) {
      expect((await answerAs(server.url, viewer, getRun, { run_id: run.id })).file_problem).toBeNull();
      for (const who of [viewer, token])
        expect(await refusal(downloadRun, { run_id: run.id }, who)).toEqual([409, sentence]);
      expect((await answerAs(server.url, viewer, getRun, { run_id: run.id })).file_problem).toBe(sentence);
    }
    const equal = await begin(sample(0));
    expect(equal.id).not.toBe(changed.id); // the lost one is not shared
    const again = await ended(await answerAs(server.url, token, retryRun, { run_id: changed.id }));
    expect([again.id, again.state, again.file_problem]).toEqual([changed.id, "done", null]);
    expect(readdirSync(folderOf(changed))).toHaveLength(1);
    expect((await callAs(server.url, viewer, downloadRun, { run_id: changed.id })).status).toBe(200);
    for (const { id: run_id } of [changed, cut, missing, equal])
      await answerAs(server.url, token, deleteRun, { run_id });
  });

  it.skipIf(!hasH5py)(
    "writes what h5py reads: times, values, units, definitions, sources and shares (needs python3-h5py)",
    async () => {
      const run = await begin(sample(1));
      const { outputs } = await answerAs(server.url, token, executePipeline, sample(1));
      const response = await fetch(server.url + downloadRun.path, {
        ...{ method: "POST", headers: { "content-type": "application/json", authorization: token } },
        body: JSON.stringify({ run_id: run.id }),
      });
      const path = join(dataDir, "read.h5");
      writeFileSync(path, Buffer.from(await response.arrayBuffer()));
      const script = `
import h5py, json, math, sys
f = h5py.File(sys.argv[1], "r")
text = lambda v: v.decode() if isinstance(v, bytes) else str(v)
g = f["PRx"]
print(json.dumps({
  "root": {k: text(f.attrs[k]) for k in f.attrs},
  "time": [int(t) for t in g["time"][:]], "dtype": str(g["time"].dtype), "shape": list(g["values"].shape),
  "values": [None if math.isnan(v) else float(v) for v in g["values"][:, 0]],
  "columns": [text(c) for c in g["values"].attrs["columns"]], "units": [text(c) for c in g["values"].attrs["units"]],
  "time_units": text(g["time"].attrs["units"]), "definition": text(g.attrs["definition"]),
  "parameters": json.loads(text(g.attrs["parameters"])), "sources": json.loads(text(g.attrs["sources"])),
  "missing": float(g.attrs["missing_share"]), "masked": float(g.attrs["masked_share"])}))`;
      const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script, path], {
        encoding: "utf8",
        maxBuffer: 1e8,
      });
      expect(stderr).toBe("");
      const read = JSON.parse(stdout);
      expect(read.time).toEqual(outputs[0].times_ms.map((time) => time * 1000));
      expect(read.values).toEqual(outputs[0].values[0]);
      expect([read.dtype, read.shape, read.columns, read.units]).toEqual([
        "int64",
        [read.time.length, 1],
        ["PRx"],
        ["1"],
      ]);
      expect([read.time_units, read.missing, read.masked]).toEqual([
        ...["microseconds since 1970-01-01 UTC", outputs[0].missing_share, 0],
      ]);
      expect(read.parameters).toEqual({ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 });
      expect(read.sources).toEqual([
        { data_object_id: id, modality: "ABP_na", channel: "ABP", unit: "mmHg" },
        { data_object_id: id, modality: "ICP_na", channel: "ICP", unit: "mmHg" },
      ]);
      expect(read.root).toMatchObject({ analysis: "PRx", notice: expect.stringContaining("Investigational") });
      expect(JSON.parse(read.root.pipeline).pipeline_json).toEqual(sampleAnalyses[1].pipeline_json);
      expect(read.root.core).toMatch(/^[0-9a-f]{12}$/);
    },
  );
}
