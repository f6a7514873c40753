/** How long the server's own thread was held, asked from outside. */
import type { RunningServer } from "./server.ts";

/** Runs in the server's main thread before everything else; on SIGUSR2 it prints the longest delay since the last time. */
export const loopMonitor = `
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  process.on("SIGUSR2", () => {
    console.error("loop delay " + delays.max / 1e6 + " end");
    delays.reset();
  });
}
`;

/** Milliseconds, since it was last asked. */
export async function longestDelay(server: RunningServer): Promise<number> {
  const said = () => [...server.output().matchAll(/loop delay ([\d.]+) end/g)];
  const before = said().length;
  process.kill(server.pid, "SIGUSR2");
  while (said().length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(said().at(-1)?.[1]);
}
