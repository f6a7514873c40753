/** Nodes of one role on one PostgreSQL and one folder: the web node takes calls, the worker does the work. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCurrentUser } from "../../../src/protocol/accounts.ts";
import { answerAs, callAs, defaultPlace, openTestDatabase, signIn, testAdmin } from "../../support/accounts.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { fileItem, finishUpload, uploadEnd } from "../../support/uploads.ts";
import { writeNight } from "../ingest/import-fixtures.ts";

it.each(["web", "worker"])("a node of the role %s without DATABASE_URL does not start", async (ROLE) => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-role-"));
  await expect(startServer({ dataDir, env: { ROLE, DATABASE_URL: "" } })).rejects.toThrow(
    `ROLE=${ROLE} needs DATABASE_URL: without it one process does everything.`,
  );
  rmSync(dataDir, { recursive: true, force: true });
});

describe.runIf(isOnPostgres())("a web node and a worker node", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-roles-"));
  let nodes: RunningServer[] = [];

  beforeAll(async () => {
    const DATABASE_URL = (await testDatabaseUrl(dataDir)) ?? "";
    nodes = [await startServer({ dataDir, env: { DATABASE_URL, ROLE: "web" } })];
  }, 60_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  it("an upload waits for a worker, which reads it and answers nothing but its health", {
    timeout: 60_000,
  }, async () => {
    const database = await openTestDatabase(dataDir);
    try {
      const { pool, drizzle: db } = database;
      const night = writeNight(join(dataDir, "night.edf"));
      const order = { place: await defaultPlace(db), patientIdentifier: "r", items: [fileItem("edf", night)] };
      const { uploadId } = await finishUpload({ pool, dataDir }, order);
      const DATABASE_URL = (await testDatabaseUrl(dataDir)) ?? "";
      const worker = await startServer({ dataDir, env: { DATABASE_URL, ROLE: "worker" } });
      nodes.push(worker);
      expect((await uploadEnd(pool, uploadId)).status).toBe("SUCCESS");
      const { rows } = await pool.query<{ worker: string }>("select worker from job where queue = 'ingest'");
      expect(rows.map((job) => job.worker.split(":")[1])).toEqual([String(worker.pid)]);
      for (const path of ["/healthz", "/readyz"]) expect((await fetch(worker.url + path)).status).toBe(200);
      const { token } = await signIn(nodes[0].url);
      expect((await answerAs(nodes[0].url, token, getCurrentUser, {})).email).toBe(testAdmin.email);
      expect((await callAs(worker.url, token, getCurrentUser, {})).status).toBe(404);
      for (const path of ["/", "/login", "/docs", "/openapi.json", "/socket.io/?EIO=4&transport=polling"])
        expect((await fetch(worker.url + path)).status).toBe(404);
    } finally {
      await database.close();
    }
  });
});
