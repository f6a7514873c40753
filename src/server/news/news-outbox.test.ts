import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PatientsChanged } from "../../protocol/news.ts";
import type { MovedWork, WorkNews } from "../../protocol/progress.ts";
import { NewsOutbox } from "./news-outbox.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const work = (id: number, progress = 0): MovedWork => ({ kind: "import", id, progress, eta_ms: 60_000.5 });

function world() {
  const sent: (PatientsChanged | WorkNews)[] = [];
  const made = { isCongested: false };
  const outbox = new NewsOutbox({
    sendPatients: (news) => sent.push(news),
    sendWork: (news) => sent.push(news),
    isCongested: () => made.isCongested,
  });
  return { sent, made, outbox };
}

it("tells at once, and then what is true at the end of each second", () => {
  const { sent, outbox } = world();
  outbox.addWork([work(1, 0.1)], []);
  outbox.addWork([work(1, 0.2)], []);
  outbox.addWork([work(1, 0.3), work(2)], [8]);
  outbox.addPatients([4]);
  outbox.addPatients([4, 5]);
  expect(sent).toEqual([{ moved: [work(1, 0.1)], upload_ids: [] }]);
  vi.advanceTimersByTime(1000);
  expect(sent.slice(1)).toEqual([{ patient_keys: [4, 5] }, { moved: [work(1, 0.3), work(2)], upload_ids: [8] }]);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(3);
});

it("names no more than a hundred patients one by one", () => {
  const { sent, outbox } = world();
  outbox.addPatients(Array.from({ length: 101 }, (_, id) => id + 1));
  expect(sent).toEqual([{ patient_keys: null }]);
});

it("tells 5,000 pieces that move each second in turn: a bounded message a second, none forgotten, none kept twice", () => {
  const { sent, outbox } = world();
  const told = new Map<number, number>();
  for (let second = 0; second < 60; second++) {
    outbox.addWork(
      Array.from({ length: 5000 }, (_, id) => work(id, second / 100)),
      [],
    );
    vi.advanceTimersByTime(1000);
  }
  for (const news of sent as WorkNews[]) {
    expect(news.moved.length).toBeLessThanOrEqual(100);
    for (const { id } of news.moved) told.set(id, (told.get(id) ?? 0) + 1);
  }
  expect(sent.length).toBeLessThanOrEqual(61);
  expect([told.size, Math.max(...told.values())]).toEqual([5000, 2]);
  const largest = Math.max(...sent.map((news) => JSON.stringify(["progress", news]).length));
  expect(largest).toBeLessThan(10_000);
});

it("waits while the line is full, and forgets what ended or is not theirs any more", () => {
  const { sent, made, outbox } = world();
  made.isCongested = true;
  outbox.addWork([work(1), work(2)], []);
  vi.advanceTimersByTime(5000);
  outbox.dropWork([work(1)]);
  expect(sent).toEqual([]);
  made.isCongested = false;
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([{ moved: [work(2)], upload_ids: [] }]);
  outbox.addWork([work(3)], [4]);
  outbox.empty();
  vi.advanceTimersByTime(5000);
  outbox.addWork([work(5)], []);
  outbox.close();
  vi.advanceTimersByTime(5000);
  expect(sent).toHaveLength(2);
  expect((sent[1] as WorkNews).moved.map(({ id }) => id)).toEqual([5]);
});
