import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ArrayWriter } from "./array-writer.ts";
import { blockBytes, sampleLayout } from "./geometry.ts";

const group = { kind: "eeg", sampling_hz: 256, channels: [{}], sample_type: "int16" } as const satisfies Parameters<
  typeof sampleLayout
>[0];
const layout = { ...sampleLayout(group, Number.POSITIVE_INFINITY), folder: "l0" };
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Two windows of one block, written; the window is at the second. `path`: the chunk file of both. */
async function written(): Promise<{ writer: ArrayWriter; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), "connect-array-"));
  folders.push(folder);
  const writer = new ArrayWriter(folder, layout, 1);
  for (const block of [0, 1]) {
    await writer.seek(block);
    writer.values.fill(block + 7);
  }
  await writer.commit({ isDurable: true });
  return { writer, path: join(folder, readdirSync(folder)[0]) };
}

it("reads what it wrote when the window returns", async () => {
  const { writer } = await written();
  for (const block of [0, 1]) {
    await writer.seek(block);
    expect([...new Set(writer.values)]).toEqual([block + 7]);
  }
  await writer.abandon();
});

it("takes a file that was cut meanwhile for no data, not for what the buffer held", async () => {
  const { writer, path } = await written();
  truncateSync(path, blockBytes(layout) + 10);
  await expect(writer.seek(1)).rejects.toThrow("shorter than what was written");
  await writer.abandon();
});

it("gives a block that was changed meanwhile no sum", async () => {
  const { writer, path } = await written();
  const bytes = readFileSync(path);
  bytes[20] ^= 1;
  writeFileSync(path, bytes);
  await expect(writer.seek(0)).rejects.toThrow("does not hold what was written");
  await writer.abandon();
});
