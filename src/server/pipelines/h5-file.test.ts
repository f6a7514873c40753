import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Attribute, type Group, File as H5File } from "h5wasm/node";
import { expect, it } from "vitest";
import { createResultFile } from "./h5-file.ts";

it("writes every number of an output as float64, also a whole one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "connect-h5-"));
  try {
    const path = join(folder, "result.h5");
    const file = await createResultFile(path, { title: "Result" });
    const numbers = { missing_share: 1, masked_share: 0, third: 1 / 3, large: 3e9 };
    file.output("ABP", 1).describe({ columns: ["ABP"], units: ["mmHg"], attributes: numbers });
    file.finish();
    const stored = new H5File(path, "r");
    const attrs: Record<string, Attribute> = (stored.get("ABP") as Group).attrs;
    const found = Object.entries(attrs).map(([name, { value, dtype }]) => [name, value, dtype]);
    stored.close();
    expect(found.sort()).toEqual(
      Object.entries(numbers)
        .map(([name, value]) => [name, value, "<d"])
        .sort(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
