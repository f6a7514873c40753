/** What a page takes that is read for half an hour: three displays of four windows, played, sought in and switched between. Canvas2D. */
import { readdirSync, readFileSync } from "node:fs";
import type { BenchPage } from "./browser.ts";
import { fourWindows, withDisplays } from "./displays.ts";
import { median } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const minute = 60_000;
const first = 5;
const last = 30;
/** In between, so that the log says whether it still grows. */
const everyMinutes = 5;
/** What a process holds goes up and down with what is freed and not given back yet: the median of so many rounds. */
const looks = 5;
const montages: readonly [number, number][] = [
  [1, 2],
  [3, 4],
  [5, 6],
];

export const memoryBenches: BenchGroup = {
  ids: ["memory.minute5", "memory.minute30", "memory.growth", "memory.heap.growth"],
  run: (context) =>
    withDisplays(
      context,
      montages.map((pair, k) => fourWindows(`Four ${k + 1}`, pair)),
      (page) => halfHour(context, page),
    ),
};

interface Taken {
  pageBytes: number;
  /** JavaScript's own, of the page and its workers, after what is garbage was collected. */
  heapBytes: number;
}

async function halfHour(context: BenchContext, page: BenchPage): Promise<BenchResult[]> {
  const began = performance.now();
  const taken = new Map<number, Taken>();
  let rounds = 0;
  for (let at = first; at <= last; at += everyMinutes) {
    for (; performance.now() - began < at * minute; rounds++) await page.evaluate(round(rounds));
    const looked: Taken[] = [];
    for (const end = rounds + looks; rounds < end; rounds++) {
      await page.evaluate(round(rounds));
      looked.push(await take(page));
    }
    const pageBytes = median(looked.map((look) => look.pageBytes));
    const heapBytes = median(looked.map((look) => look.heapBytes));
    taken.set(at, { pageBytes, heapBytes });
    context.log(`minute ${at}: ${toMiB(pageBytes)} MiB, of them JavaScript ${toMiB(heapBytes)}`);
  }
  const [early, late] = [first, last].map((at) => taken.get(at) as Taken);
  const note = `${rounds} rounds of 2 s at 1000x, six seeks and another of three displays of four windows`;
  const size = (id: string, value: number) => ({ id, value, unit: "MiB", better: "lower" as const, note });
  const growth = (id: string, to: number, from: number, what: string) => ({
    ...{ id, value: (to / from - 1) * 100, unit: "%", better: "lower" as const },
    note: `${what}, minute ${last} over minute ${first}; goal 10`,
  });
  return [
    size("memory.minute5", toMiB(early.pageBytes)),
    size("memory.minute30", toMiB(late.pageBytes)),
    growth("memory.growth", late.pageBytes, early.pageBytes, "memory of the page's process"),
    growth("memory.heap.growth", late.heapBytes, early.heapBytes, "JavaScript of page and workers"),
  ];
}

/** One round: plays, seeks, and goes to the next display. Somebody is there, or the session would end. */
const round = (k: number): string => `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const { fileStartMs, fileEndMs } = connect.view();
  const to = async (share) => {
    const startMs = fileStartMs + share * (fileEndMs - fileStartMs - 10_000);
    connect.setView(startMs, startMs + 10_000);
    await connect.whenIdle();
  };
  // Evenly over the file, no two rounds alike.
  const share = (n) => ((${k} * 7 + n) * 0.6180339887) % 1;
  document.body.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  await to(share(0) * 0.97);
  connect.play(1000);
  await pause(2000);
  connect.pause();
  await connect.whenIdle();
  for (let n = 1; n <= 6; n++) await to(share(n));
  const tabs = [...document.querySelectorAll('[role=tablist] [role=tab]')];
  tabs[${(k + 1) % montages.length}].click();
  while (tabs[${(k + 1) % montages.length}].getAttribute('aria-selected') !== 'true' || window.connect === undefined) await pause(20);
  await connect.whenIdle();
})()`;

async function take(page: BenchPage): Promise<Taken> {
  // It waits for a collection.
  const heapBytes = await page.evaluate<number>(
    "performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)",
  );
  return { pageBytes: Math.max(...renderersOf(page.pid).map(madeBy)), heapBytes };
}

/** Processes of a browser that draw pages. */
function renderersOf(browser: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const told = all.flatMap((name) => {
    try {
      const [, after] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ");
      return [
        { pid: Number(name), parent: Number(after.split(" ")[1]), line: readFileSync(`/proc/${name}/cmdline`, "utf8") },
      ];
    } catch {
      return []; // it ended meanwhile
    }
  });
  const isOf = (pid: number): boolean => {
    const parent = told.find((each) => each.pid === pid)?.parent;
    return parent !== undefined && (parent === browser || isOf(parent));
  };
  return told.filter(({ pid, line }) => line.includes("--type=renderer") && isOf(pid)).map(({ pid }) => pid);
}

/**
 * Bytes that a process made, shared ones by their share. Pages of the program's own files are left out: how many share them depends on what else
 * runs on the machine.
 */
function madeBy(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) * 1024;
  return bytes("Pss_Anon") + bytes("Pss_Shmem");
}

const toMiB = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10;
