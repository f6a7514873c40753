/** The event review window over 5,000 events: its list is scrolled. Headless Chromium, Canvas2D, server and browser on the same cores. */
import { randomBytes } from "node:crypto";
import { changeAnnotations, openAnnotations } from "../src/protocol/annotation-log.ts";
import { annotationLimits, createAnnotationGroup, deleteAnnotationGroups } from "../src/protocol/annotations.ts";
import { noteAt } from "../tests/support/annotation-readers.ts";
import { answerAs, signIn, tokenCookie } from "../tests/support/calls.ts";
import { keepDisplay } from "../tests/support/displays.ts";
import { openBrowser } from "./browser.ts";
import { idle, isComplete, ms } from "./play.ts";
import { benchRecording, recordingDetail } from "./recordings.ts";
import { startServer } from "./server.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const events = 5000;
const scrollSeconds = 10;
const pxAFrame = 40;

export const eventReviewBenches: BenchGroup = { ids: ["review5k.frame.p95"], run };

async function run(context: BenchContext): Promise<BenchResult[]> {
  const { dataDir, dataObjectId } = await benchRecording(context, 1);
  const server = await startServer({ dataDir });
  try {
    const { token } = await signIn(server.url);
    await writeEvents(server.url, token, dataObjectId);
    await keepDisplay(server.url, token, {
      name: "Events",
      cssGridTemplate: '"a" 50% "b" 50%',
      areas: [
        { area: "a", componentId: "eeg_montage" },
        { area: "b", componentId: "event_review", version: 1, props: { isListShown: true } },
      ],
    });
    const page = await openBrowser();
    try {
      await page.setCookie(server.url, tokenCookie, token);
      await page.resize(1440, 900);
      await page.goto(`${server.url}/review/${dataObjectId}?backend=canvas2d`);
      await page.until(isComplete);
      await page.until(`document.querySelector('[role=grid][aria-label="Events"]')?.ariaRowCount === "${events + 1}"`);
      await page.evaluate(idle);
      const intervals = await page.evaluate<number[]>(scrolled);
      const note = `${events} events, list scrolled ${pxAFrame} px a frame for ${scrollSeconds} s, median ${median(intervals).toFixed(1)} ms, p99 ${percentile(intervals, 99).toFixed(1)}`;
      return [ms("review5k.frame.p95", percentile(intervals, 95), note)];
    } finally {
      page.close();
    }
  } finally {
    await server.stop();
  }
}

const scrolled = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const area = document.querySelector('[role=grid][aria-label="Events"] [role=rowgroup]');
  const intervals = [];
  let at = await frame();
  const last = at + ${scrollSeconds * 1000};
  while (at < last) {
    area.scrollTop += ${pxAFrame};
    const next = await frame();
    intervals.push(next - at);
    at = next;
  }
  return intervals;
})()`;

/** These are the only annotations of the recording, in its only session. */
async function writeEvents(url: string, token: string, data_object_id: number): Promise<void> {
  const { start_ms, end_ms } = await recordingDetail(url, token, data_object_id);
  const { groups } = await answerAs(url, token, openAnnotations, { data_object_id });
  const annotation_group_name = `Events ${randomBytes(4).toString("hex")}`;
  const { id } = await answerAs(url, token, createAnnotationGroup, { data_object_id, annotation_group_name });
  const annotation_group_ids = groups.map((group) => group.id);
  if (groups.length > 0) await answerAs(url, token, deleteAnnotationGroups, { annotation_group_ids });
  const client = randomBytes(16).toString("hex");
  const step = (end_ms - start_ms) / events;
  for (let from = 0; from < events; from += annotationLimits.changes) {
    const changes = Array.from({ length: Math.min(annotationLimits.changes, events - from) }, (_, k) => {
      const start = Math.round(start_ms + (from + k) * step);
      const content = { ...noteAt(`Event ${from + k}`, start, start + 500), tags: ["IIC"] };
      return { number: from + k + 1, act: { act: "create" as const, group_id: id, content } };
    });
    await answerAs(url, token, changeAnnotations, { data_object_id, client, changes });
  }
}
