import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("tells of the server while the database is silent, and says that it is", async () => {
  const metrics = createMetrics({ databaseMs: 1 });
  const disk = async () => ({ freeBytes: 7, reserveBytes: 5 });
  const silent = await metrics.text({ counts: () => new Promise(() => undefined), disk });
  expect(silent).toMatch(/^connect_database_up 0$/m);
  expect(silent).toMatch(/^connect_disk_free_bytes 7$/m);
  const answering = createMetrics();
  const rows = [{ metric: "connect_recordings", labels: { state: "damaged" }, value: 2 }] as const;
  const told = await answering.text({ counts: async () => rows as never, disk });
  expect(told).toMatch(/^connect_database_up 1$/m);
  expect(told).toMatch(/^connect_recordings\{state="damaged"\} 2$/m);
});
