/** A node that answers nobody: what is made of recordings beforehand, it makes too. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chunkSamples } from "../../../src/server/query/page-geometry.ts";
import { isOnPostgres } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { eegSamples, makeDataFolder } from "../pages/page-world.ts";

describe.runIf(isOnPostgres())("a worker node", () => {
  let dataDir: string;
  let worker: RunningServer;

  beforeAll(async () => {
    ({ dataDir } = await makeDataFolder());
    worker = await startServer({ dataDir, env: { ROLE: "worker", OVERVIEWS: "on" } });
  });
  afterAll(async () => {
    await worker?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("builds overviews in the folder that it shares with those that answer", async () => {
    const derived = join(dataDir, "cache", "derived");
    const chunks = Array.from({ length: Math.ceil(eegSamples / chunkSamples) }, (_, k) => String(k));
    const stored = () =>
      (existsSync(derived) ? readdirSync(derived) : []).flatMap((key) =>
        readdirSync(join(derived, key)).filter((name) => /^\d+$/.test(name)),
      );
    await expect.poll(() => stored().sort(), { timeout: 60_000 }).toEqual(chunks);
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker.url}/`)).status).toBe(404);
  });
});
