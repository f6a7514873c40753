/** Two web nodes and a worker on one PostgreSQL and one S3-compatible service: uploaded on one, read on another, reviewed on the third. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPatientFileType } from "../../../src/protocol/patients.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import {
  checkMd5,
  createUpload,
  finishUpload,
  getFileAddresses,
  getUpload,
  getUploadSettings,
  startUpload,
} from "../../../src/protocol/uploads.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { hasRadosgw, type RunningRadosgw, startRadosgw } from "../../support/radosgw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { sampleAt, writeNight } from "../ingest/import-fixtures.ts";
import { connect, requestFor } from "../pages/page-world.ts";
import { declarationOf, md5Of } from "../uploads/upload-world.ts";

describe.skipIf(!isOnPostgres() || !hasRadosgw())("three nodes", () => {
  const home = mkdtempSync(join(tmpdir(), "connect-three-"));
  let service: RunningRadosgw;
  let nodes: RunningServer[] = [];

  beforeAll(async () => {
    service = await startRadosgw();
    const DATABASE_URL = (await testDatabaseUrl(home)) ?? "";
    // Each has a data folder of its own: what they share is the database and the service.
    const env = { ...service.env, DATABASE_URL };
    nodes = await Promise.all(["web", "worker", "web"].map((ROLE) => startServer({ env: { ...env, ROLE } })));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await service?.stop();
    rmSync(home, { recursive: true, force: true });
  }, 60_000);

  it("take an upload on the first, read it on the second, and show it on the third", { timeout: 120_000 }, async () => {
    const [{ url: first }, worker, { url: third, dataDir: thirdFolder }] = nodes;
    const bytes = readFileSync(writeNight(join(home, "night.edf")));
    const { token } = await signIn(first);
    const { projects, sites } = await answerAs(first, token, getUploadSettings, {});
    const { upload_id } = await answerAs(first, token, createUpload, {
      ...{ project_id: projects[0].id, site_id: sites[0].id, patient_id: "3001" },
      ...{ is_new_patient: true, timezone: "Europe/Berlin" },
    });
    const declaration = declarationOf({ "night.edf": bytes });
    const { files } = await answerAs(first, token, startUpload, { upload_id, ...declaration });
    const wanted = { upload_id, file_ids: files.map(({ file_id }) => file_id) };
    const { addresses } = await answerAs(first, token, getFileAddresses, wanted);
    const [{ url, headers }] = addresses;
    expect(url.startsWith(service.endpoint)).toBe(true); // the bytes do not pass through a node
    expect((await fetch(url, { method: "PUT", headers, body: bytes })).status).toBe(200);
    const checked = { upload_id, filename: "night.edf", md5: md5Of(bytes) };
    expect(await answerAs(first, token, checkMd5, checked)).toEqual({ transmitted_properly: true });
    const { patient_key } = await answerAs(first, token, finishUpload, { upload_id, encrypt: false });

    const session = await signIn(third);
    await expect
      .poll(async () => (await answerAs(third, session.token, getUpload, { upload_id })).status, { timeout: 60_000 })
      .toBe("SUCCESS");
    const question = { patient_id: [patient_key] };
    const [file] = (await answerAs(third, session.token, getPatientFileType, question)).files;
    expect(file).toMatchObject({ obj_name: "night.edf", obj_type: "EDF", preload_status: { status: "ready" } });
    const recording = await answerAs(third, session.token, getRecording, { data_object_id: file.obj_id });
    expect(recording.timezone).toBe("Europe/Berlin");
    const client = await connect(third, session.token);
    try {
      const [group] = recording.groups;
      const request = requestFor(recording, group, { first: 1000, end: 1500, form: { kind: "samples" } });
      const [block] = (await client.page(request)).blocks;
      if (block.kind !== "samples") throw new Error("These are no samples.");
      const expected = group.channels.flatMap((_, channel) =>
        Array.from({ length: block.count }, (_, i) => sampleAt(channel, block.first + i)),
      );
      expect([...block.data]).toEqual(expected);
    } finally {
      client.close();
    }
    for (const folder of [thirdFolder, worker.dataDir]) expect(existsSync(join(folder, "objects"))).toBe(false);
    expect(worker.output()).toContain('"queue":"ingest"');
    expect(nodes[0].output() + nodes[2].output()).not.toContain('"queue":"ingest"');
  });
});
