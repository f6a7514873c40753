/** A folder that has gone to a service is never there in part. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { dropFolder } from "./sweep.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return { ...real, rm: vi.fn(real.rm) };
});

it("is away as a whole, also when it cannot be removed", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-drop-"));
  const folder = join(dataDir, "recordings", "7");
  for (const isRemovable of [false, true]) {
    mkdirSync(join(folder, "0"), { recursive: true });
    writeFileSync(join(folder, "0", "sums"), "");
    vi.mocked(rm).mockImplementation(async (path, options) => {
      if (!isRemovable && existsSync(String(path))) throw Object.assign(new Error("busy"), { code: "EBUSY" });
      rmSync(path, options);
    });
    await dropFolder(dataDir, 7);
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(join(dataDir, "recordings"))).toEqual(isRemovable ? [] : [".importing-7"]);
  }
  rmSync(dataDir, { recursive: true });
});
