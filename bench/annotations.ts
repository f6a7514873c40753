/**
 * 100,000 and 1,000,000 annotations in one session, and what a reader waits for another's. Headless Chromium, Canvas2D, server and browser on
 * the same cores. A recording of its own: what lies in its database slows no other bench.
 */
import { randomBytes } from "node:crypto";
import { decodeAnnotationColumns } from "../src/protocol/annotation-columns.ts";
import { changeAnnotations, getAnnotationColumns, openAnnotations } from "../src/protocol/annotation-log.ts";
import { type AnnotationContent, annotationLimits, createAnnotationGroup } from "../src/protocol/annotations.ts";
import { noteAt, openReader, truthOf } from "../tests/support/annotation-readers.ts";
import { answerAs, signIn, tokenCookie } from "../tests/support/calls.ts";
import { keepOneWindow } from "../tests/support/displays.ts";
import { type BenchPage, openBrowser } from "./browser.ts";
import { idle, isComplete, ms } from "./play.ts";
import { benchRecording, recordingDetail } from "./recordings.ts";
import { type RunningServer, startServer } from "./server.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const hours = 12;
const minute = 60_000;
/** Different texts and looks, as readers use a few of them. */
const kinds = ["Spike", "Sharp wave", "Seizure", "Artifact", "Blink", "Burst suppression"];
const colours = ["#FF0000", "#1F77B4", "#2E7D32", "#7B5EA7", "#C0392B", "#B8860B"];
const panSeconds = 20;
const searches = ["seiz", "tag:a3", "sharp -tag:a1", "channel:fp1", "blink tag:a2", "burst"];
const shared = 60;
const reviewers = 20;
const actsASecond = 2;
const reviewersMs = 300_000;

export const annotationBenches: readonly BenchGroup[] = [
  {
    ids: ["ann100k.load", "ann100k.frame.p95", "ann100k.search.p95"],
    run: (context) => withRecording(context, (world) => withSession(world, 100_000, "ann100k")),
  },
  {
    ids: ["ann1m.load", "ann1m.frame.p95", "ann1m.others.p99"],
    run: (context) => withRecording(context, (world) => withSession(world, 1_000_000, "ann1m")),
  },
  { ids: ["ann.share.p95"], run: (context) => withRecording(context, async (world) => [await sharing(world)]) },
  {
    ids: ["ann.reviewers20.p95", "ann.reviewers20.differ"],
    run: (context) => withRecording(context, manyReviewers),
  },
];

interface World {
  server: RunningServer;
  token: string;
  dataObjectId: number;
  startMs: number;
  endMs: number;
  log(message: string): void;
}

async function withRecording(
  context: BenchContext,
  work: (world: World) => Promise<BenchResult[]>,
): Promise<BenchResult[]> {
  const { dataDir, dataObjectId } = await benchRecording(context, hours);
  const server = await startServer({ dataDir });
  try {
    const { token } = await signIn(server.url);
    await keepOneWindow(server.url, token, "eeg_montage");
    const { start_ms: startMs, end_ms: endMs } = await recordingDetail(server.url, token, dataObjectId);
    return await work({ server, token, dataObjectId, startMs, endMs, log: context.log });
  } finally {
    await server.stop();
  }
}

/** The session of so many annotations, made when it is not there from an earlier run. Returns its name. */
async function sessionOf({ server, token, dataObjectId, startMs, endMs, log }: World, count: number): Promise<string> {
  // Behind 'Default Session', which a review loads and writes to by itself.
  const name = `Stress ${count}`;
  const data_object_id = dataObjectId;
  const ask = () => answerAs(server.url, token, openAnnotations, { data_object_id });
  const known = (await ask()).groups.find(({ group_name }) => group_name === name);
  const { id } =
    known ??
    (await answerAs(server.url, token, createAnnotationGroup, { data_object_id, annotation_group_name: name }));
  const random = lcg(count);
  const client = randomBytes(16).toString("hex");
  let made = known?.nannotations ?? 0;
  if (made < count) log(`writing ${count - made} annotations ...`);
  for (let number = 1; made < count; ) {
    const changes = Array.from({ length: Math.min(annotationLimits.changes, count - made) }, () => {
      const start = Math.round(startMs + random() * (endMs - startMs - minute));
      const kind = Math.floor(random() * kinds.length);
      const content: AnnotationContent = {
        ...noteAt(kinds[kind], start, start + Math.round(random() < 0.5 ? 0 : random() * 10_000)),
        ...{ color: colours[kind], tags: [`a${Math.floor(random() * 5)}`], modalities: random() < 0.3 ? ["Fp1"] : [] },
      };
      return { number: number++, act: { act: "create" as const, group_id: id, content } };
    });
    // The server takes so many a second and person, and says so.
    const response = await fetch(server.url + changeAnnotations.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify({ data_object_id, client, changes }),
    });
    if (response.status === 429) {
      await response.arrayBuffer();
      number -= changes.length;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after") ?? 1)));
    } else if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    else {
      await response.arrayBuffer();
      made += changes.length;
    }
  }
  return name;
}

/** Reads the session once, so that the server has its parts: a warm server. */
async function warmUp({ server, token, dataObjectId }: World, name: string): Promise<void> {
  const { groups } = await answerAs(server.url, token, openAnnotations, { data_object_id: dataObjectId });
  const annotation_group_id = groups.find(({ group_name }) => group_name === name)?.id;
  for (let after_id: number | null = 0; after_id !== null; ) {
    const response: Response = await fetch(server.url + getAnnotationColumns.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify({ annotation_group_id, after_id }),
    });
    after_id = decodeAnnotationColumns(await response.arrayBuffer()).next_after_id;
  }
}

/** A review of the recording in a browser, its list open and 'Load Annotations' over it. */
async function review({ server, token, dataObjectId }: World): Promise<BenchPage> {
  const page = await openBrowser();
  await page.setCookie(server.url, tokenCookie, token);
  await page.resize(1760, 1100);
  await page.goto(`${server.url}/review/${dataObjectId}?backend=canvas2d`);
  await page.until(isComplete);
  await page.evaluate(idle);
  return page;
}

/** In the page: what the steps of a reader find. */
const inPage = `
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const until = async (is) => { while (!is()) await frame(); };
const named = (name) => [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name);
const list = () => document.querySelector('[role=grid][aria-label="Loaded annotations"]');
const listed = () => Number(list()?.getAttribute('aria-rowcount') ?? 1) - 1;
const marks = () => [...document.querySelectorAll('[data-area] [data-kind]')].filter((one) => !one.hidden).length;`;

async function withSession(world: World, count: number, id: "ann100k" | "ann1m"): Promise<BenchResult[]> {
  const name = await sessionOf(world, count);
  const loads: number[] = [];
  const others: number[] = [];
  const results: BenchResult[] = [];
  const rounds = id === "ann100k" ? 5 : 2;
  await warmUp(world, name);
  for (let round = 0; round < rounds; round++) {
    const page = await review(world);
    try {
      let isLoading = true;
      const asked = (async () => {
        while (isLoading) {
          const began = performance.now();
          await answerAs(world.server.url, world.token, openAnnotations, { data_object_id: world.dataObjectId });
          others.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      loads.push(await load(page, name, count));
      isLoading = false;
      await asked;
      if (round < rounds - 1) continue;
      results.push(await panned(page, id, count));
      if (id === "ann100k") results.push(await searched(page, count));
    } finally {
      page.close();
    }
  }
  const note = `warm server, empty browser, from the tick of the session to list and marks complete, median of ${rounds}`;
  return [
    ms(`${id}.load`, median(loads), `${note}; ${loads.map((took) => took.toFixed(0)).join(", ")} ms`),
    ...results,
    ...(id === "ann1m"
      ? [
          ms(
            "ann1m.others.p99",
            percentile(others, 99),
            `a small call of the same server meanwhile, ${others.length} calls`,
          ),
        ]
      : []),
  ];
}

/** Ticks a session in 'Load Annotations' and presses Load. A tick begins to read, so it is where the clock starts. */
const load = (page: BenchPage, name: string, count: number): Promise<number> =>
  page.evaluate<number>(`(async () => {
    ${inPage}
    named('Annotations').click();
    await until(() => named('Load Annotations') !== undefined);
    named('Load Annotations').click();
    const row = () => [...document.querySelectorAll('[role=dialog] [role=row]')].find((one) => one.textContent.includes(${JSON.stringify(name)}));
    await until(() => row() !== undefined);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = marks();
    const began = performance.now();
    const press = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2, button: 0, pointerId: 1, pointerType: 'mouse', isPrimary: true, detail: 1 };
      for (const [Kind, type] of [[PointerEvent, 'pointerdown'], [MouseEvent, 'mousedown'], [PointerEvent, 'pointerup'], [MouseEvent, 'mouseup'], [MouseEvent, 'click']])
        element.dispatchEvent(new Kind(type, at));
    };
    press(row().querySelector('[role=rowheader]'));
    const button = () => [...document.querySelectorAll('[role=dialog] section[aria-label=Sessions] button')].find((one) => one.textContent.trim() === 'Load');
    await until(() => button() !== undefined && !button().disabled);
    press(button());
    await until(() => listed() >= ${count} && marks() > before);
    await frame();
    const took = performance.now() - began;
    document.querySelector('[role=dialog]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return took;
  })()`);

/** Pages are pulled by hand: 12 px a frame, over 30 s pages. */
async function panned(page: BenchPage, id: string, count: number): Promise<BenchResult> {
  const intervals = await page.evaluate<number[]>(`(async () => {
    ${inPage}
    const { connect } = window;
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs + ${hours / 2} * 3_600_000, fileStartMs + ${hours / 2} * 3_600_000 + 30_000);
    await connect.whenIdle();
    const intervals = [];
    let at = await frame();
    const last = at + ${panSeconds * 1000};
    while (at < last) {
      const { startMs, endMs } = connect.view();
      connect.setView(startMs + 12 * 30_000 / 1300, endMs + 12 * 30_000 / 1300);
      const next = await frame();
      intervals.push(next - at);
      at = next;
    }
    return intervals;
  })()`);
  const note = `${count} annotations loaded, list open, 30 s page pulled 12 px a frame for ${panSeconds} s, median ${median(intervals).toFixed(1)} ms, p99 ${percentile(intervals, 99).toFixed(1)}`;
  return ms(`${id}.frame.p95`, percentile(intervals, 95), note);
}

async function searched(page: BenchPage, count: number): Promise<BenchResult> {
  const times = await page.evaluate<number[]>(`(async () => {
    ${inPage}
    const input = document.querySelector('aside[aria-label=Annotations] input');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const times = [];
    const type = async (text) => {
      const before = listed();
      const began = performance.now();
      set.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // Also where the list is another one at once: the next frame draws it, and has done so when the one after it begins.
      do await frame();
      while (listed() === before);
      await frame();
      return performance.now() - began;
    };
    for (let round = 0; round < 5; round++)
      for (const text of ${JSON.stringify(searches)}) {
        times.push(await type(text));
        times.push(await type(''));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    return times;
  })()`);
  return ms(
    "ann100k.search.p95",
    percentile(times, 95),
    `${count} annotations, from the input to the list drawn, words, tags and channels, ${times.length} inputs, median ${median(times).toFixed(1)} ms`,
  );
}

/** From the act in one browser to the frame of the other that draws it; one clock, as both are on this machine. */
async function sharing(world: World): Promise<BenchResult> {
  const [one, other] = [await review(world), await review(world)];
  try {
    const times: number[] = [];
    for (let k = 0; k < shared; k++) times.push(await marked(one, other));
    return ms(
      "ann.share.p95",
      percentile(times, 95),
      `from the press in one browser to the frame of the other that has it, ${shared} marks, median ${median(times).toFixed(0)} ms`,
    );
  } finally {
    one.close();
    other.close();
  }
}

async function marked(one: BenchPage, other: BenchPage): Promise<number> {
  const seen = other.evaluate<number>(`(async () => {
    ${inPage}
    const { connect } = window;
    const before = connect.annotations().length;
    await until(() => connect.annotations().length > before);
    await frame();
    return performance.timeOrigin + performance.now();
  })()`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = await one.evaluate<number>(`(async () => {
    ${inPage}
    const tool = named('Press to mark a point');
    if (tool.getAttribute('aria-pressed') !== 'true') tool.click();
    await frame();
    const plot = document.querySelector('[data-area] [role=img]');
    const { x, y, width, height } = plot.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: x + width * (0.2 + 0.6 * Math.random()), clientY: y + height / 2, button: 0, buttons: 1, pointerId: 1, pointerType: 'mouse', isPrimary: true };
    const target = document.elementFromPoint(at.clientX, at.clientY);
    const began = performance.timeOrigin + performance.now();
    for (const type of ['pointermove', 'pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(type, type === 'pointerup' ? { ...at, buttons: 0 } : at));
    target.dispatchEvent(new MouseEvent('click', at));
    await until(() => document.querySelector('[role=dialog]') !== null);
    await until(() => named('Cancel') !== undefined);
    named('Cancel').click();
    await until(() => document.querySelector('[role=dialog]') === null);
    return began;
  })()`);
  return (await seen) - began;
}

/** Twenty readers with the page's own store, at two acts a second each; then each row of each of them against the server's. */
async function manyReviewers({ server, token, dataObjectId, startMs, log }: World): Promise<BenchResult[]> {
  log(`${reviewers} reviewers for ${reviewersMs / 1000} s ...`);
  const readers = await Promise.all(
    Array.from({ length: reviewers }, () => openReader(server.url, token, dataObjectId, { loads: "Default Session" })),
  );
  const random = lcg(20);
  const waits: number[] = [];
  let acts = 0;
  const until = performance.now() + reviewersMs;
  await Promise.all(
    readers.map(async ({ store }, n) => {
      for (let k = 0; performance.now() < until; k++) {
        const rows = store.table.inOrder();
        const what = random();
        const group = store.state.current as number;
        const start = startMs + Math.round(random() * hours * 3_600_000);
        if (what < 0.6 || rows.length === 0) store.create(noteAt(`${n} ${k}`, start), group);
        else {
          const ref = store.table.refOf(rows[Math.floor(random() * rows.length)]);
          if (what < 0.8) store.modify(ref, noteAt(`${n} ${k}`, start));
          else if (what < 0.85) store.remove([ref]);
          else if (what < 0.95) store.undo(true);
          else store.redo(true);
        }
        acts++;
        const began = performance.now();
        while (store.state.unsent > 0 && performance.now() - began < 500)
          await new Promise((resolve) => setTimeout(resolve, 2));
        waits.push(performance.now() - began);
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, 1000 / actsASecond - (performance.now() - began))),
        );
      }
    }),
  );
  let differ = 0;
  for (const reader of readers) await reader.settled(120_000);
  const truth = await truthOf(server.url, token, dataObjectId, "Default Session");
  for (const reader of readers) {
    const mine = new Set(reader.seen());
    differ += truth.filter((row) => !mine.has(row)).length + mine.size - truth.filter((row) => mine.has(row)).length;
    reader[Symbol.dispose]();
  }
  const note = `${reviewers} readers of one account over one node process, ${acts} acts in ${reviewersMs / 1000} s`;
  return [
    ms(
      "ann.reviewers20.p95",
      percentile(waits, 95),
      `${note}: from the act until the server has acknowledged it, median ${median(waits).toFixed(0)} ms`,
    ),
    {
      id: "ann.reviewers20.differ",
      value: differ,
      unit: "rows",
      better: "lower",
      note: `${note}: rows of ${truth.length} that differ between a reader and the server at the end, over all readers`,
    },
  ];
}
