/** The core in the browser, linked by Vite to the memory of memory.ts. Adopt a memory before loading this module. */
import * as exports from "../../build/core.wasm";
import { Core } from "./core.ts";
import { createEngine } from "./engine.ts";
import { memory } from "./memory.ts";
import type { Engine } from "./types.ts";

export const core: Core = new Core(exports, memory);
export const engine: Engine = createEngine(core);
