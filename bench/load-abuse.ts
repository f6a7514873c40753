/** What one user's abuse of the sockets costs another one: their pages, their list of patients, the server's own thread. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { io } from "socket.io-client";
import { dataQueryNamespace, isPageFailure, type PageAcknowledgement, socketPath } from "../src/protocol/pages.ts";
import { getPatients } from "../src/protocol/patients.ts";
import { answerAs } from "../tests/support/calls.ts";
import { type LoadWorld, withLoadWorld } from "./load-world.ts";
import { longestDelay } from "./loop-monitor.ts";
import { lcg, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const settleMs = 5000;
const lastsMs = 30_000;
const pageEveryMs = 100;
const listEveryMs = 500;
const pageSeconds = 30;

const kinds = {
  sockets: { abuse: "pages", note: "100 sockets that each keep asking for 72 of the largest pages" },
  cancels: { abuse: "cancels", note: "1,400 requests and cancellations a second" },
} as const;
type Kind = keyof typeof kinds;

export const abuseBenches: BenchGroup = {
  ids: (Object.keys(kinds) as Kind[]).flatMap((kind) => idsOf(kind)),
  run: (context: BenchContext) =>
    withLoadWorld(context, 2, async (world) => {
      const results: BenchResult[] = [];
      for (const kind of Object.keys(kinds) as Kind[]) results.push(...(await under(context, world, kind)));
      return results;
    }),
};

function idsOf(kind: Kind): string[] {
  return ["page.p95", "list.p95", "list.max", "loop"].map((what) => `load.abuse.${kind}.${what}`);
}

async function under(context: BenchContext, world: LoadWorld, kind: Kind): Promise<BenchResult[]> {
  const { server, recording, tokens } = world;
  const args = [kinds[kind].abuse, server.url, tokens[1], String(recording.data_object_id)];
  const abuser = spawn(process.execPath, [join(context.root, "dist/bench/load-abuser.js"), ...args], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const hasDied = new Promise<never>((_, reject) => {
    abuser.once("exit", () => reject(new Error("the abuser ended by itself")));
  });
  hasDied.catch(() => undefined); // it is ended below
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    await longestDelay(server);
    const [pages, lists] = await Promise.race([Promise.all([pageTimes(world), listTimes(world)]), hasDied]);
    const values = [percentile(pages, 95), percentile(lists, 95), Math.max(...lists), await longestDelay(server)];
    const notes = [
      `${pages.length} pages of ${pageSeconds} s of another user; goal 150`,
      `${lists.length} patients lists of another user; goal 300`,
      "the slowest patients list",
      "longest the server's own thread was held; goal 100",
    ];
    return idsOf(kind).map((id, k) => ({
      id,
      value: values[k],
      unit: "ms",
      better: "lower",
      note: `${notes[k]}; meanwhile ${kinds[kind].note}, by one user`,
    }));
  } finally {
    abuser.kill("SIGKILL");
  }
}

async function pageTimes({ server, recording, group, tokens }: LoadWorld): Promise<number[]> {
  const socket = io(`${server.url}${dataQueryNamespace}`, {
    path: socketPath,
    transports: ["websocket"],
    forceNew: true,
    auth: { token: tokens[0] },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  const random = lcg(5);
  const ask = async (page_id: number): Promise<number> => {
    const start = recording.start_ms + random() * (recording.end_ms - recording.start_ms - pageSeconds * 1000);
    const begun = performance.now();
    const answer = await new Promise<PageAcknowledgement>((resolve) =>
      socket.emit(
        "render_modalities",
        {
          patient_id: recording.patient_id,
          data_object_id: recording.data_object_id,
          page_id,
          modality_sources: [{ modality: group.modality, data_object_id: recording.data_object_id }],
          ...{ start, end: start + pageSeconds * 1000, pixel_count: 1920, patient_is_admitted: false },
          // In turn samples, which the server's own thread reads, and columns, which need a compute thread.
          form: { kind: page_id % 2 === 0 ? "samples" : "columns" },
        },
        resolve,
      ),
    );
    if (isPageFailure(answer)) throw new Error(answer.error.message);
    return performance.now() - begun;
  };
  const times = await every(pageEveryMs, ask);
  socket.disconnect();
  return times;
}

const listTimes = ({ server, tokens }: LoadWorld): Promise<number[]> =>
  every(listEveryMs, async () => {
    const begun = performance.now();
    await answerAs(server.url, tokens[0], getPatients, {});
    return performance.now() - begun;
  });

/** Begins one each `ms`, whether or not those before have ended. */
async function every(ms: number, work: (n: number) => Promise<number>): Promise<number[]> {
  const begun: Promise<number>[] = [];
  for (let n = 0; n * ms < lastsMs; n++) {
    begun.push(work(n));
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return Promise.all(begun);
}
