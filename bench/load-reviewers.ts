/** Fifty people play the same recording at 100x, each at a place, a width and a montage of their own. */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Ahead, createPaceKeeper } from "../src/domain/time/pace.ts";
import { keptReadyMs } from "../src/domain/time/playback.ts";
import { type TileGrid, tileSamples } from "../src/feed/tile-grid.ts";
import { PageLoader } from "../src/feed/worker/page-loader.ts";
import { keyOf, orderOf } from "../src/feed/worker/page-orders.ts";
import { type PlannedStrip, planView, type ViewPlan } from "../src/feed/worker/planner.ts";
import type { Series } from "../src/feed/worker/series.ts";
import { openSocket, type PageSocket } from "../src/feed/worker/socket.ts";
import type { Unpack } from "../src/protocol/page-codec.ts";
import { isPageFailure, pageLimits } from "../src/protocol/pages.ts";
import { warmupOf } from "../src/signal/filter-sets.ts";
import { type LoadWorld, recipeOf, withLoadWorld } from "./load-world.ts";
import { lcg, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const reviewers = 50;
const speed = 100;
const lastsMs = 180_000;
const warmUpMs = 60_000;
const lateMs = 1000;
/** So often each of them says where its view is: fifty browsers have processors of their own, these share one with each other. */
const lookMs = 200;
/**
 * Seconds of a view, dealt out in turn: those in which EEG is read; and an hour among them, of which the first picture alone is 26 million
 * filtered values.
 */
const mixes = { "": [10, 30, 300], ".hour": [10, 30, 300, 3600] };
/** Device pixels of a view. */
const widthPx = 1600;
const montages = 3;
const MiB = 1024 * 1024;
/** Of each player, for its pages. */
const cacheBytes = 8 * MiB;
const budget = { tileBytes: 24 * MiB, pageBytes: 96 * MiB };

/** Fifty browsers decode on fifty computers; here all would on one, and lose time for memory alone. */
const scratch = new ArrayBuffer(pageLimits.maxSampleBytes);
const withoutCode: Unpack = (_, { kind, rows, count }) =>
  kind === "int16"
    ? new Int16Array(scratch, 0, rows * count)
    : new Float32Array(scratch, 0, rows * count * (kind === "pairs" ? 2 : 1));

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
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  let settledAt = 0;
  while (performance.now() - begun < lastsMs) {
    for (const player of players) player.look(performance.now());
    if (settledAt === 0 && performance.now() - begun > warmUpMs) settledAt = memoryOf(world.server.pid);
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  delay.disable();
  const spent = process.cpuUsage(cpu);
  const ownShare = (spent.user + spent.system) / 1000 / lastsMs;
  const own = `the players' own process: ${Math.round(100 * ownShare)} % of a processor, held for ${Math.round(delay.max / 1e6)} ms at most`;
  const growth = (memoryOf(world.server.pid) - settledAt) / MiB;
  const ended = players.map((player) => player.end());
  const times = ended.flat().map(({ ms }) => ms);
  const played = players.map(({ playedMs }) => playedMs / lastsMs).sort((a, b) => a - b);
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
      note: `later than 1 s, whatever progress was told (${byWidth.join(", ")}; the last one asked for after ${Math.round(lastAsked / 1000)} s); the slowest ${Math.round(Math.max(...times))} ms; played at ${played[0].toFixed(1)}x to ${(played.at(-1) ?? 0).toFixed(1)}x; ${own}; goal 0`,
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

/**
 * Somebody's feed without a screen: it asks for what the view shows and for what lies ahead of it, as its link bears, and decodes nothing. Its
 * clock slows down while pages are late, as everybody's does who has chosen nothing else.
 */
class Player {
  readonly connected: Promise<void>;
  private readonly socket: PageSocket;
  private readonly loader: PageLoader;
  private readonly series: Series;
  private readonly keeper = createPaceKeeper(() => "slow");
  private readonly spanSamples: number;
  private plan: ViewPlan;
  /** First sample of the view. */
  private travelled: number;
  private movedMs = 0;
  private lookedAt = performance.now();
  private readonly pages: Page[] = [];
  /** When what is on its way was asked for, by page id. */
  private readonly asked = new Map<number, number>();

  constructor(
    { server, recording, group }: LoadWorld,
    token: string,
    { n, place, seconds }: { n: number; place: number; seconds: number },
  ) {
    const recipe = recipeOf(group, n % montages);
    const warmup = warmupOf(recipe, group.sampling_hz);
    this.series = { id: n, recording, recordingKey: String(n), group, recipe, warmup };
    this.spanSamples = seconds * group.sampling_hz;
    this.travelled = place * (group.sample_count - this.spanSamples);
    this.plan = this.planned();
    const socket = openSocket(server.url, { token, workspaceId: null });
    this.connected = new Promise((resolve) => {
      socket.onState = (state) => {
        if (state === "connected") resolve();
      };
    });
    this.socket = socket;
    this.loader = new PageLoader({
      now: () => performance.now(),
      socket: this.timed(socket),
      cacheBytes,
      unpack: withoutCode,
      onChange: () => this.loader.tick(),
    });
  }

  look(now: number): void {
    const { group } = this.series;
    const moved = this.keeper.step(now, now - this.lookedAt, speed, this.ahead());
    this.lookedAt = now;
    this.movedMs += moved;
    const travelled = this.travelled + (moved / 1000) * group.sampling_hz;
    // From the end it goes on at the beginning.
    this.travelled = travelled % (group.sample_count - this.spanSamples);
    if (this.travelled < travelled) this.keeper.reset();
    this.plan = this.planned();
    const wants = this.plan.pages.map((page) => {
      const order = this.orderOf(page);
      return { key: keyOf(order), tier: page.tier, order };
    });
    this.loader.setWants(wants);
    this.loader.tick();
  }

  /** Recording ms that were played. */
  get playedMs(): number {
    return this.movedMs;
  }

  private planned(): ViewPlan {
    const { group, recipe, warmup } = this.series;
    const startSample = Math.round(this.travelled);
    const view = { startSample, endSample: startSample + this.spanSamples, widthPx, speed };
    const isMean = recipe.reduction === "mean";
    return planView(group, view, { ...{ warmup, isMean, budget }, rows: recipe.derivations.length });
  }

  private orderOf({ regime, columnSamples, index }: TileGrid & { index: number }) {
    return orderOf(this.series, { regime, columnSamples }, index);
  }

  /** How far all pages of the strips are here, as the feed tells its clock. */
  private ahead(): Ahead {
    const { group } = this.series;
    const { strips } = this.plan;
    const isHere = (strip: PlannedStrip): boolean => {
      for (let index = strip.firstPage; index <= strip.lastPage; index++)
        if (!this.loader.has(keyOf(this.orderOf({ ...strip, index })))) return false;
      return true;
    };
    const inTime = [...strips].sort((a, b) => a.firstTile - b.firstTile);
    const missing = inTime.find((strip) => !isHere(strip));
    const until = missing?.firstTile ?? (inTime.at(-1)?.lastTile ?? -1) + 1;
    const readySamples = until * tileSamples(this.plan.columnSamples) - this.travelled - this.spanSamples;
    const aheadMs = (readySamples * 1000) / group.sampling_hz;
    const viewMs = (this.spanSamples * 1000) / group.sampling_hz;
    return { aheadMs, isWaiting: aheadMs < keptReadyMs(speed, viewMs) };
  }

  /** What has not come counts as if it came now. */
  end(): Page[] {
    this.socket.close();
    const now = performance.now();
    const missing = [...this.asked.values()].map((askedAt) => ({ askedAt, ms: now - askedAt }));
    return [...this.pages, ...missing.filter(({ ms }) => ms > lateMs)];
  }

  /** The socket, with the time that each answer takes. What was given up meanwhile counts where it is late. */
  private timed(socket: PageSocket): PageSocket {
    const settled = (id: number, isAnswer: boolean) => {
      const askedAt = this.asked.get(id);
      if (askedAt === undefined) return;
      this.asked.delete(id);
      const ms = performance.now() - askedAt;
      if (isAnswer || ms > lateMs) this.pages.push({ askedAt, ms });
    };
    return {
      ...socket,
      get state() {
        return socket.state;
      },
      request: (request, take) => {
        const id = request.page_id;
        this.asked.set(id, performance.now());
        socket.request(request, (answer) => {
          settled(id, !isPageFailure(answer));
          if (isPageFailure(answer) && answer.error.code !== "cancelled") throw new Error(answer.error.message);
          take(answer);
        });
      },
      cancel: (id) => {
        settled(id, false);
        socket.cancel(id);
      },
    };
  }
}
