/**
 * What an operator watches, in the format of Prometheus. Labels come from closed sets (tasks, codes, declared routes, states):
 * nothing of a patient, a user or a file can get into one.
 */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { pageForms } from "../../../protocol/pages.ts";
import { isLoopback } from "../start/config.ts";
import type { DiskRoom } from "../storage/room.ts";

/** Pages later than this are late: playback at 1000x shows a hole. */
const lateMs = 1000;
const pageTasks: readonly unknown[] = Object.keys(pageForms);
const pageBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const callBuckets = [0.025, 0.1, 0.25, 1, 5];
const methods = ["GET", "POST", "PUT", "HEAD"];

/** Numbers that are asked for when somebody looks. */
export interface PageLoad {
  waiting: number;
  running: number;
  cacheHits: number;
  cacheMisses: number;
}

/** Something counted in the database, such as jobs by queue and state. */
export interface CountedRow {
  metric: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface MetricSources {
  /** Absent on a node that makes no pages. */
  pageLoad?: () => PageLoad;
  sockets?: () => number;
  /** The disk of the data folder. @throws when it cannot be looked at */
  disk: () => Promise<DiskRoom>;
  /** @throws when the database does not answer */
  counts: () => Promise<readonly CountedRow[]>;
}

/** Watches one request of a page: returns the function that answers it, which takes the time and the outcome. */
export type PageObserver = <Answer>(sent: unknown, answer: (answer: Answer) => void) => (answer: Answer) => void;

export interface Metrics {
  observePage: PageObserver;
  /** Text for Prometheus. Never fails: without a database it says so and holds the rest. */
  text(sources: MetricSources): Promise<string>;
  contentType: string;
  observeCall(request: FastifyRequest, status: number, ms: number): void;
}

/** Of the numbers in the database: name and meaning. Every node tells the same, so take the largest, not the sum. */
const counted: Record<string, { help: string; labels: string[] }> = {
  connect_jobs: { help: "Jobs by queue and state.", labels: ["queue", "state"] },
  connect_oldest_job_seconds: { help: "Age of the job that waits longest, by queue.", labels: ["queue"] },
  connect_uploads: { help: "Uploads by status.", labels: ["status"] },
  connect_recordings: {
    help: "Recordings by state; damaged ones are those to look after, superseded ones nobody sees any more.",
    labels: ["state"],
  },
  connect_mails_waiting: { help: "Mails that have not left.", labels: [] },
  connect_oldest_mail_seconds: { help: "Age of the oldest of them.", labels: [] },
};

/** So long a look waits for the database: whoever scrapes gives up after 10 s, and sees nothing of the server then. */
const patienceMs = 5000;

/** The numbers of the database, or null when it does not answer, or not in time. */
async function soon<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer));
}

export function createMetrics({ databaseMs = patienceMs } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const pages = new Histogram({
    name: "connect_page_seconds",
    help: "From the request of a page to its answer, waiting included.",
    labelNames: ["task", "outcome"] as const,
    buckets: pageBuckets,
    registers,
  });
  const late = new Counter({
    name: "connect_pages_late_total",
    help: "Pages answered more than a second after they were asked for; those given up by the client do not count.",
    labelNames: ["task"] as const,
    registers,
  });
  const open = new Gauge({ name: "connect_pages_open", help: "Pages asked for and not answered yet.", registers });
  const calls = new Histogram({
    name: "connect_http_request_seconds",
    help: "Answers by route and class of status.",
    labelNames: ["method", "route", "status"] as const,
    buckets: callBuckets,
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const load = {
    waiting: gauge("connect_compute_waiting", "Pieces of work that wait for a compute thread."),
    running: gauge("connect_compute_running", "Pieces of work on compute threads."),
    sockets: gauge("connect_sockets", "Connected sockets of this node."),
    database: gauge("connect_database_up", "1 while the database answers."),
    free: gauge("connect_disk_free_bytes", "Free on the disk of the data folder, the reserve included."),
    reserve: gauge("connect_disk_reserve_bytes", "What uploads and recordings leave free of it: below, they wait."),
  };
  const hits = new Counter({
    name: "connect_overview_cache_total",
    help: "Looks for a chunk of a filtered overview on disk.",
    labelNames: ["result"] as const,
    registers,
  });
  const rows = new Map(
    Object.entries(counted).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers }),
    ]),
  );

  return {
    contentType: registry.contentType,

    observePage(sent, answer) {
      const begun = performance.now();
      const task = taskOf(sent);
      open.inc();
      return (answered) => {
        const ms = performance.now() - begun;
        const outcome = outcomeOf(answered);
        open.dec();
        pages.observe({ task, outcome }, ms / 1000);
        if (ms > lateMs && outcome !== "cancelled") late.inc({ task });
        answer(answered);
      };
    },

    observeCall({ method, routeOptions }, status, ms) {
      const route = routeOptions.url ?? "none";
      const known = methods.includes(method) ? method : "other";
      calls.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },

    async text({ pageLoad, sockets, counts, disk }) {
      const now = pageLoad?.();
      load.waiting.set(now?.waiting ?? 0);
      load.running.set(now?.running ?? 0);
      load.sockets.set(sockets?.() ?? 0);
      hits.reset();
      hits.inc({ result: "hit" }, now?.cacheHits ?? 0);
      hits.inc({ result: "miss" }, now?.cacheMisses ?? 0);
      const room = await disk().catch(() => ({ freeBytes: Number.NaN, reserveBytes: Number.NaN })); // unknown is not 0
      load.free.set(room.freeBytes);
      load.reserve.set(room.reserveBytes);
      for (const one of rows.values()) one.reset(); // old numbers would be taken for true ones
      const all = await soon(counts(), databaseMs);
      load.database.set(all === null ? 0 : 1);
      for (const { metric, labels, value } of all ?? []) rows.get(metric)?.set(labels, value);
      return registry.metrics();
    },
  };
}

function taskOf(sent: unknown): string {
  const form = (sent as { form?: { kind?: unknown } } | null)?.form?.kind;
  return pageTasks.includes(form) ? String(form) : "other";
}

/** "ok", or the code of the failure: a closed set (protocol/pages.ts). */
function outcomeOf(answered: unknown): string {
  const { error } = answered as { error?: { code: string } };
  return error === undefined ? "ok" : error.code;
}

export const metricsPath = "/metrics";

/**
 * Adds /metrics. With a token whoever shows it is answered, under any name of the server; without one only programs of
 * this computer that ask the server itself: what comes through a proxy, or by another name, is refused.
 */
export function addMetricsRoute(
  http: FastifyInstance,
  { metrics, sources, token }: { metrics: Metrics; sources: MetricSources; token: string | null },
): void {
  http.get(metricsPath, async (request, reply) => {
    if (!(token === null ? isOfThisComputer(request) : shows(request, token)))
      return reply
        .code(403)
        .type("text/plain; charset=utf-8")
        .send("Metrics are for this computer or for whoever shows METRICS_TOKEN.");
    return reply.type(metrics.contentType).send(await metrics.text(sources));
  });
}

const proxied = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function isOfThisComputer({ socket, headers }: FastifyRequest): boolean {
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return isLoopback(peer) && localHost.test(headers.host ?? "") && proxied.every((name) => headers[name] === undefined);
}

function shows({ headers }: FastifyRequest, token: string): boolean {
  const shown = Buffer.from(/^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}
