/** Owner of the core's memory: shared, of fixed size (so views stay valid), aliased as the module `env` in Vite. */
import { adoptedCoreMemory } from "./memory-handoff.ts";

export const memoryPages = 3072; // 192 MiB of address space; touched pages only cost real memory

export const memory: WebAssembly.Memory =
  adoptedCoreMemory() ?? new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages, shared: true });

const MiB = 1024 * 1024;
/** Byte ranges [from, to). Each has one owner; the core itself allocates nothing. */
export const memoryMap = {
  /** Static data of the core. */
  core: [0, 1 * MiB],
  /** Scratch of the engine: the thread that runs recipes. */
  engine: [1 * MiB, 96 * MiB],
  /** Tile slots: written by the data worker, read by the page until it returns the ticket. A server's thread has none: it reads stored samples into here. */
  tiles: [96 * MiB, 192 * MiB],
} as const;
