/** Every recording of ../shared/data through an upload, sample for sample what the import from disk stores, or its refusal. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { directoryItem, fileItem, finishUpload, type UploadEnd, uploadEnd } from "../../support/uploads.ts";
import { expectSameRecording, type IngestWorld, openIngestWorld, recordingOf } from "./ingest-world.ts";

const data = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));
const namesIn = (folder: string) => (existsSync(join(data, folder)) ? readdirSync(join(data, folder)).sort() : []);
const timezone = "Europe/Oslo";

describe.skipIf(!existsSync(data))("the sample recordings (need ../shared/data beside the checkout)", () => {
  let world: IngestWorld;
  let end: UploadEnd;
  const items = [
    ...namesIn("edf").map((name) => fileItem("edf", join(data, "edf", name))),
    ...namesIn("bad").map((name) => fileItem("edf", join(data, "bad", name))),
    ...namesIn("cns").map((name) => directoryItem("cns", join(data, "cns", name))),
    ...namesIn("natus").map((name) => directoryItem("natus", join(data, "natus", name), "Natus_0f1e2d3c")),
  ];

  beforeAll(async () => {
    world = await openIngestWorld();
    const { uploadId } = await finishUpload(world, { place: world.place, patientIdentifier: "s", items, timezone });
    end = await uploadEnd(world.pool, uploadId, 120_000);
  }, 180_000);
  afterAll(() => world?.close(), 60_000);

  it("are all there", () => {
    expect(end.items.length).toBeGreaterThan(20);
    expect(end.status).toBe("SUCCESS");
  });

  it.each(items.map(({ kind, name }, k) => [name, kind, k] as const))(
    "%s",
    { timeout: 60_000 },
    async (name, kind, k) => {
      const folder = { edf: namesIn("edf").includes(name) ? "edf" : "bad", cns: "cns", natus: "natus" }[kind as "edf"];
      const path = join(data, folder, kind === "natus" ? namesIn("natus")[0] : name);
      const { id, state, error } = end.items[k];
      const disk = importRecording({
        source: { kind: kind === "edf" ? "file" : "directory", path, name },
        db: world.db,
        dataDir: world.dataDir,
        timezone,
        place: world.place,
        patientId: "disk",
      });
      if (folder === "bad") {
        const sentence = await disk.then(
          () => null,
          ({ message }: Error) => message,
        );
        expect([state, error]).toEqual(["failed", sentence]);
        expect(sentence).toMatch(/^[A-Z].*\.$/);
        expect(await recordingOf(world.pool, id)).toBeNull();
        return;
      }
      expect([state, error]).toEqual(["done", null]);
      const recording = (await recordingOf(world.pool, id)) as number;
      await expectSameRecording(world.recordings, [await disk, recording]);
    },
  );
});
