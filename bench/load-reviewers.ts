/** Fifty people play the same recording at 100x, each at a place, a width and a montage of their own. */
import { readFileSync } from "node:fs";
import { io, type Socket } from "socket.io-client";
import { leavesPerPage } from "../src/feed/tile-grid.ts";
import { keyOf, orderOf, type PageOrder, requestOf } from "../src/feed/worker/page-orders.ts";
import { planView, tiers } from "../src/feed/worker/planner.ts";
import type { Series } from "../src/feed/worker/series.ts";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  isPageFailure,
  pageLimits,
  type ServerToClientEvents,
  socketPath,
} from "../src/protocol/pages.ts";
import { warmupOf } from "../src/signal/filter-sets.ts";
import { type LoadWorld, recipeOf, withLoadWorld } from "./load-world.ts";
import { lcg, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const reviewers = 50;
const speed = 100;
const lastsMs = 180_000;
const warmUpMs = 60_000;
const lateMs = 1000;
const lookMs = 50;
/**
 * Seconds of a view, dealt out in turn: those in which EEG is read; and an hour among them, of which the first picture alone is 26 million
 * filtered values.
 */
const mixes = { "": [10, 30, 300], ".hour": [10, 30, 300, 3600] };
/** Device pixels of a view. */
const widthPx = 1600;
const montages = 3;
const MiB = 1024 * 1024;
const budget = { tileBytes: 24 * MiB, pageBytes: 96 * MiB };

const nameOf = (mix: string) => `load.reviewers50${mix}`;

export const reviewerBenches: BenchGroup[] = Object.entries(mixes).map(([mix, widths]) => ({
  ids: ["p95", "late", "pages", "growth"].map((figure) => `${nameOf(mix)}.${figure}`),
  run: (context: BenchContext) => withLoadWorld(context, reviewers, (world) => playAll(world, nameOf(mix), widths)),
}));

async function playAll(world: LoadWorld, name: string, widths: readonly number[]): Promise<BenchResult[]> {
  const random = lcg(11);
  const players = world.tokens.map(
    (token, n) => new Player(world, token, { n, place: random(), seconds: widths[n % widths.length] }),
  );
  await Promise.all(players.map((player) => player.connected));
  const begun = performance.now();
  let settledAt = 0;
  while (performance.now() - begun < lastsMs) {
    for (const player of players) player.look(performance.now() - begun);
    if (settledAt === 0 && performance.now() - begun > warmUpMs) settledAt = memoryOf(world.server.pid);
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  const growth = (memoryOf(world.server.pid) - settledAt) / MiB;
  const ended = players.map((player) => player.end());
  const times = ended.flat().map(({ ms }) => ms);
  const isLate = ({ ms }: Page) => ms > lateMs;
  const late = ended.flat().filter(isLate);
  const byWidth = widths.map((seconds, k) => {
    const of = ended.filter((_, n) => n % widths.length === k).flat();
    return `${of.filter(isLate).length} of ${of.length} of ${seconds} s`;
  });
  const lastAsked = Math.max(0, ...late.map(({ askedAt }) => askedAt - begun));
  const note = `${reviewers} accounts at ${speed}x for ${lastsMs / 1000} s, views of ${widths.join(", ")} s, empty cache, ${times.length} pages`;
  return [
    { id: `${name}.p95`, value: percentile(times, 95), unit: "ms", better: "lower", note },
    {
      id: `${name}.late`,
      value: late.length,
      unit: "pages",
      better: "lower",
      note: `later than 1 s, whatever progress was told (${byWidth.join(", ")}; the last one asked for after ${Math.round(lastAsked / 1000)} s); the slowest ${Math.round(Math.max(...times))} ms; goal 0`,
    },
    { id: `${name}.pages`, value: (times.length * 1000) / lastsMs, unit: "pages/s", better: "higher", note },
    {
      id: `${name}.growth`,
      value: growth,
      unit: "MiB",
      better: "lower",
      note: `memory of the server from minute 1 to minute 3, from ${Math.round(settledAt / MiB)} MiB`,
    },
  ];
}

/** Resident bytes of a process. */
const memoryOf = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

interface Page {
  /** By the clock of the process. */
  askedAt: number;
  /** From then to its answer. */
  ms: number;
}

/** Asks as the feed does: what the view shows and what lies ahead of it, in order of need, so many at a time. */
class Player {
  readonly connected: Promise<void>;
  private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  private readonly series: Series;
  /** Where it begins, of the recording. */
  private readonly place: number;
  private readonly spanSamples: number;
  private readonly answered: Page[] = [];
  private readonly asked = new Map<number, number>();
  private readonly had = new Set<string>();
  private hasEnded = false;
  private pages = 0;

  constructor(
    { server, recording, group }: LoadWorld,
    token: string,
    { n, place, seconds }: { n: number; place: number; seconds: number },
  ) {
    this.place = place;
    const recipe = recipeOf(group, n % montages);
    const warmup = warmupOf(recipe, group.sampling_hz);
    this.series = { id: n, recording, recordingKey: String(n), group, recipe, warmup };
    this.spanSamples = seconds * group.sampling_hz;
    this.socket = io(`${server.url}${dataQueryNamespace}`, {
      path: socketPath,
      transports: ["websocket"],
      forceNew: true,
      auth: { token },
    });
    this.connected = new Promise((resolve, reject) => {
      this.socket.once("connect", resolve);
      this.socket.once("connect_error", reject);
    });
  }

  look(elapsedMs: number): void {
    const { group, recipe, warmup } = this.series;
    const travel = (elapsedMs / 1000) * speed * group.sampling_hz;
    const startSample = Math.round(
      (this.place * group.sample_count + travel) % (group.sample_count - this.spanSamples),
    );
    const view = { startSample, endSample: startSample + this.spanSamples, widthPx, speed };
    const plan = planView(group, view, {
      warmup,
      rows: recipe.derivations.length,
      isMean: recipe.reduction === "mean",
      budget,
    });
    const { regime, columnSamples } = plan;
    const missing = new Map<string, PageOrder>();
    for (const { index, tier } of plan.pages) {
      const order = orderOf(this.series, { regime, columnSamples }, index);
      if (tier !== tiers.idle && !this.had.has(keyOf(order))) missing.set(keyOf(order), order);
    }
    for (const order of missing.values()) {
      if (this.had.has(keyOf(order)) || this.asked.size >= pageLimits.maxInFlight) continue;
      const next = (k: number) => keyOf({ ...order, index: order.index + k });
      const most = regime === "raw" ? leavesPerPage : 1;
      let pages = 0;
      while (pages < most && missing.has(next(pages)) && !this.had.has(next(pages))) this.had.add(next(pages++));
      this.ask(order, pages);
    }
  }

  /** What has not come counts as if it came now. */
  end(): Page[] {
    this.hasEnded = true;
    this.socket.disconnect();
    const now = performance.now();
    const missing = [...this.asked.values()].map((askedAt) => ({ askedAt, ms: now - askedAt }));
    return [...this.answered, ...missing.filter(({ ms }) => ms > lateMs)];
  }

  private ask(order: PageOrder, pages: number): void {
    const id = ++this.pages;
    const askedAt = performance.now();
    this.asked.set(id, askedAt);
    this.socket.emit("render_modalities", requestOf(order, pages, id), (answer) => {
      if (this.hasEnded) return;
      this.asked.delete(id);
      this.answered.push({ askedAt, ms: performance.now() - askedAt });
      if (isPageFailure(answer)) throw new Error(answer.error.message);
    });
  }
}
