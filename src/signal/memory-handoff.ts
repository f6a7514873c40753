/**
 * The core's memory is made by whoever comes first and handed to the others: the page makes it and posts it to the data
 * worker when the page is cross-origin isolated, so that tiles need no copy. Must be called before `memory.ts` is loaded.
 */
const holder = globalThis as { connectCoreMemory?: WebAssembly.Memory };

export const adoptCoreMemory = (memory: WebAssembly.Memory): void => {
  holder.connectCoreMemory = memory;
};
export const adoptedCoreMemory = (): WebAssembly.Memory | undefined => holder.connectCoreMemory;
