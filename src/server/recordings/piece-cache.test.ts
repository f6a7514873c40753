/** The cache of pieces stays within its budget, and keeps what was used last. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { pieceBytes, pieceCache } from "./piece-cache.ts";

const root = mkdtempSync(join(tmpdir(), "connect-pieces-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const total = () =>
  readdirSync(root, { recursive: true })
    .map((name) => statSync(join(root, String(name))))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0);

it("clears what was used longest ago", async () => {
  const budget = 8 * pieceBytes;
  const cache = pieceCache(root, budget);
  const pathOf = (k: number) => join(root, "7-abc", "0", "l0", "0.0.0", String(k));
  const keep = async (k: number) => {
    cache.keep(pathOf(k), new Uint8Array(pieceBytes).fill(k));
    await cache.close();
    utimesSync(pathOf(k), 1000 + k, 1000 + k);
  };
  for (let k = 0; k < 8; k++) await keep(k);
  cache.used(pathOf(0));
  await expect.poll(() => statSync(pathOf(0)).mtimeMs).toBeGreaterThan(2_000_000);
  for (let k = 8; k < 12; k++) await keep(k);
  expect(total()).toBeLessThanOrEqual(budget);
  expect([0, 1, 2, 11].map((k) => existsSync(pathOf(k)))).toEqual([true, false, false, true]);
  expect(readdirSync(join(root, "7-abc", "0", "l0", "0.0.0")).filter((name) => name.startsWith("."))).toEqual([]);
});

it("never fails, and takes no more than it can write", async () => {
  const cache = pieceCache(join(root, "file"), pieceBytes);
  cache.keep(join("/dev/null", "x"), new Uint8Array(1));
  await cache.close();
  expect(existsSync(join("/dev/null", "x"))).toBe(false);
});

it("leaves the last of the disk to others", async () => {
  const cache = pieceCache(root, 8 * pieceBytes, async () => {
    throw new Error("full");
  });
  cache.keep(join(root, "7-abc", "0"), new Uint8Array(1));
  await cache.close();
  expect(existsSync(join(root, "7-abc"))).toBe(false);
});
