/** The core in Node: the same binary, compiled from disk once a process, one instance and one memory a thread. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Core, type CoreExports } from "./core.ts";
import { createEngine } from "./engine.ts";
import { memory } from "./memory.ts";
import { RasterCore, type RasterExports } from "./raster.ts";
import type { Engine } from "./types.ts";

let opened: Core | undefined;

/** The core of this thread. Throws when build/core.wasm is not found above this file. */
export function openCore(): Core {
  if (opened === undefined) {
    const module = new WebAssembly.Module(readFileSync(findBuilt("core.wasm")));
    const instance = new WebAssembly.Instance(module, { env: { memory } });
    opened = new Core(instance.exports as unknown as CoreExports, memory);
  }
  return opened;
}

export const openEngine = (): Engine => createEngine(openCore());

/** A rasteriser with a memory of its own. Throws when build/raster.wasm is not found above this file. */
export function openRaster(): RasterCore {
  const module = new WebAssembly.Module(readFileSync(findBuilt("raster.wasm")));
  return new RasterCore(new WebAssembly.Instance(module).exports as unknown as RasterExports);
}

/** Path of what the build made; walks up to the package's root, from the source tree or from dist/server. Throws when it is not there. */
export function findBuilt(name: string): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, "build", name);
    if (existsSync(join(folder, "package.json")) && existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error(`build/${name} was not found above ${start}; run the build first`);
  }
}
