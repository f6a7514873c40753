/** kill -9 in the middle of saves and exports of event reviews: each save is there once and whole, and no part of a file passes for a file. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeAnnotations, openAnnotations } from "../../../src/protocol/annotation-log.ts";
import {
  addAnnotationReview,
  exportAnnotationReviews,
  getAnnotationReviews,
  getReviewChanges,
  otherPattern,
} from "../../../src/protocol/annotation-reviews.ts";
import { answerAs, callAs, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { content } from "../patients/annotations-world.ts";
import { insertNight } from "../patients/recording-rows.ts";

const events = 60;
const rounds = 4;
const client = () => randomBytes(16).toString("hex");

let dataDir: string;
let server: RunningServer;
let recording: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-review-kill-"));
  server = await startServer({ dataDir });
  recording = await withDatabase(dataDir, (pool) => insertNight(pool, { end_ms: 1_000_000 }));
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("keeps every save once, over kills at several moments", { timeout: 600_000 }, async () => {
  let token = (await signIn(server.url)).token;
  const { groups } = await answerAs(server.url, token, openAnnotations, { data_object_id: recording });
  const { id: group_id } = groups[0];
  const { outcomes } = await answerAs(server.url, token, changeAnnotations, {
    ...{ data_object_id: recording, client: client() },
    changes: Array.from({ length: events }, (_, k) => ({
      number: k + 1,
      act: {
        act: "create" as const,
        group_id,
        content: content({ start_time: 2000 + 1000 * k, end_time: 2500 + 1000 * k }),
      },
    })),
  });
  const ids = outcomes.map((one) => (one.outcome === "done" ? one.id : 0));
  /** As a page sends it: again under the same name until it is answered. */
  const saves = ids.map((annotation_id) => ({
    annotation_review: { annotation_id, form: [{ id: "iic_pattern_type", response: otherPattern }], revision: null },
    ...{ client: client(), number: 1 },
  }));
  const answered = new Map<number, string>();
  const save = async (k: number) => {
    const { status, text } = await callAs(server.url, token, addAnnotationReview, saves[k]);
    // Of a save that was done and not answered the same is answered.
    expect([status, JSON.parse(text).is_complete]).toEqual([200, true]);
    if (answered.has(k)) expect(text).toBe(answered.get(k));
    answered.set(k, text);
  };
  const files: string[] = [];
  const read = async () => {
    const { status, text } = await callAs(server.url, token, exportAnnotationReviews, {
      annotation_group_id: group_id,
    });
    expect(status).toBe(200);
    files.push(text);
  };
  for (let round = 0; round < rounds; round++) {
    const first = (round * events) / rounds;
    const at = first + Math.floor((Math.random() * events) / rounds);
    let killed: Promise<void> | undefined;
    const work = Array.from({ length: events / rounds }, async (_, k) => {
      await save(first + k);
      if (answered.size > at) killed ??= server.kill();
    });
    const exports = Array.from({ length: 4 }, read);
    const ends = await Promise.allSettled([...work, ...exports]);
    await killed;
    for (const end of ends)
      if (end.status === "rejected") expect(String(end.reason)).toMatch(/fetch failed|terminated/);
    await server.restart();
    token = (await signIn(server.url)).token;
    for (let k = 0; k < first + events / rounds; k++) await save(k);
  }
  expect(answered.size).toBe(events);
  const reviews = await answerAs(server.url, token, getAnnotationReviews, { annotation_ids: ids });
  expect(reviews.map(({ annotation_id }) => annotation_id).toSorted((a, b) => a - b)).toEqual(
    ids.toSorted((a, b) => a - b),
  );
  // Each save is one number of the log.
  const { revision } = await answerAs(server.url, token, getReviewChanges, { data_object_id: recording, after: 0 });
  expect(revision).toBe(events);
  await read();
  const whole = files.at(-1)?.trimEnd().split("\r\n") ?? [];
  expect(whole).toHaveLength(events + 1);
  // What was given out under the kills ends with a line, and every line is one of the whole file.
  for (const file of files) {
    expect(file.endsWith("\r\n")).toBe(true);
    for (const line of file.trimEnd().split("\r\n")) expect(whole).toContain(line);
  }
});
