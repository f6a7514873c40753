import { afterEach, expect, it, vi } from "vitest";
import type { Feed } from "../../../feed/types.ts";
import type { Analysis } from "../../../protocol/analysis.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { createRecordings } from "./recordings.ts";

const calls = vi.hoisted(() => ({ waiting: [] as { body: object; answer: (made: unknown) => void }[] }));
vi.mock("../../session/index.ts", () => ({
  ApiFailure: class extends Error {},
  isNotFound: (error: unknown) => error === notThere,
  call: (_route: unknown, body: object) => new Promise((answer) => calls.waiting.push({ body, answer })),
}));
afterEach(() => void calls.waiting.splice(0));

const notThere = new Error("not there");
const recordingOf = (data_object_id: number, data_version = 1) =>
  ({ data_object_id, data_version, patient_key: 1, is_start_known: true, groups: [] }) as unknown as RecordingDetail;
const settle = () => new Promise((resolve) => setImmediate(resolve));

function world() {
  const hearers = new Set<(id: number) => void>();
  const followed: RecordingDetail[] = [];
  const feed = {
    follow(recording: RecordingDetail) {
      followed.push(recording);
      return () => void followed.splice(followed.indexOf(recording), 1);
    },
    hearChanges(hear: (id: number) => void) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  } as unknown as Feed;
  const recordings = createRecordings(recordingOf(1), feed, () => undefined);
  const tell = (id: number) => {
    for (const hear of hearers) hear(id);
  };
  return { recordings, followed, hearers, tell };
}

it("describes anew what the server says has changed, and shows what it knew until then", async () => {
  const { recordings, followed, hearers, tell } = world();
  const channel = (id: number) => ({ data_object_id: id, modality: "P", channel: 0 });
  const cpp: Analysis = { analytic: "cpp", ABP: channel(1), ICP: channel(2) };
  const other: Analysis = { analytic: "rolling_average", source: channel(3), calculationWindowMs: 1000 };
  expect(recordings.derived(cpp)).toEqual({ problem: "loading" });
  recordings.derived(other);
  recordings.of(2);
  const first = [recordingOf(-7), recordingOf(-8), recordingOf(2)];
  for (const [k, { answer }] of calls.waiting.splice(0).entries()) answer(first[k]);
  await settle();
  expect(recordings.derived(cpp)).toEqual({ recording: first[0] });
  expect(followed).toEqual(first);
  const { version } = recordings.state;

  // The analysis by its own number, then by that of a source: the last answer counts.
  tell(-7);
  tell(2);
  expect(calls.waiting.map(({ body }) => body)).toEqual([{ analysis: cpp }, { analysis: cpp }, { data_object_id: 2 }]);
  expect(recordings.derived(cpp)).toEqual({ recording: first[0] });
  const [early, late, source] = calls.waiting.splice(0);
  late.answer(recordingOf(-7, 3));
  early.answer(recordingOf(-7, 2));
  source.answer(recordingOf(2, 2));
  await settle();
  expect(recordings.derived(cpp)).toMatchObject({ recording: { data_version: 3 } });
  expect(recordings.of(2)).toMatchObject({ recording: { data_version: 2 } });
  expect(recordings.derived(other)).toEqual({ recording: first[1] });
  expect(followed.map(({ data_version }) => data_version)).toEqual([1, 3, 2]);
  expect(recordings.state.version).toBe(version + 2);

  recordings[Symbol.dispose]();
  expect([followed.length, hearers.size]).toEqual([0, 0]);
});

it("describes an analysis without a value anew as what it is made of grows, until it has one", async () => {
  const { recordings, followed } = world();
  const growing = (id: number, end_ms: number, sample_count = 0) =>
    ({ ...recordingOf(id), end_ms, tail: {}, groups: [{ sample_count }] }) as unknown as RecordingDetail;
  const channel = (id: number) => ({ data_object_id: id, modality: "P", channel: 0 });
  const prx: Analysis = { analytic: "rolling_average", source: channel(2), calculationWindowMs: 1000 };
  const look = () => {
    recordings.only(() => recordings.derived(prx));
    recordings.noticeGrowth();
  };
  look();
  calls.waiting.splice(0)[0].answer(growing(-7, 0));
  await settle();
  // What it is made of is fetched and followed while it waits, though no graph shows it.
  look();
  const source = growing(2, 1000, 5);
  const [asked] = calls.waiting.splice(0);
  expect(asked.body).toEqual({ data_object_id: 2 });
  asked.answer(source);
  await settle();
  expect(followed.map(({ data_object_id }) => data_object_id)).toEqual([-7, 2]);
  look();
  const { version } = recordings.state;
  source.end_ms = 9_000;
  look();
  expect(calls.waiting).toEqual([]);
  source.end_ms = 11_000;
  look();
  look();
  const [again] = calls.waiting.splice(0);
  expect(again.body).toEqual({ analysis: prx });
  again.answer(growing(-7, 0));
  await settle();
  expect([calls.waiting.length, recordings.state.version]).toEqual([0, version]);
  source.end_ms = 21_000;
  look();
  calls.waiting.splice(0)[0].answer(growing(-7, 20_000, 1));
  await settle();
  expect(recordings.state.version).toBe(version + 1);
  look();
  source.end_ms = 99_000;
  look();
  expect(calls.waiting).toEqual([]);
  expect(recordings.derived(prx)).toMatchObject({ recording: { end_ms: 20_000 } });
});

it("lets go of what is not asked for any more, also while it is on its way", async () => {
  const { recordings, followed } = world();
  recordings.only(() => [recordings.of(2), recordings.of(3)]);
  const [two, three] = calls.waiting.splice(0);
  two.answer(recordingOf(2));
  await settle();
  const { version } = recordings.state;
  expect(recordings.only(() => "nothing")).toBe("nothing");
  three.answer(recordingOf(3));
  await settle();
  expect([recordings.known().length, followed.length, recordings.state.version]).toEqual([1, 0, version]);
  recordings.only(() => recordings.of(2));
  expect(calls.waiting).toHaveLength(1);
});

it("says of a number that names no recording that it was not defined, and asks for no second time", async () => {
  const { recordings } = world();
  recordings.of(9);
  calls.waiting.splice(0)[0]?.answer(Promise.reject(notThere));
  await settle();
  expect(recordings.of(9)).toEqual({ refused: "One of the data object IDs was not defined." });
  recordings.tryAgain();
  expect(calls.waiting).toEqual([]);
});
