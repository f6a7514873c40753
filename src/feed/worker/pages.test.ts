/** Pages of products, from the window that wants them to the socket and back. */
import { expect, it } from "vitest";
import { encodePage, type TrendBlock } from "../../protocol/page-codec.ts";
import { openTestWorld, testRecording } from "../test-world.ts";
import type { WantedPage } from "../types.ts";

const recording = testRecording();
const wanted = (index: number): WantedPage => ({
  key: `page ${index}`,
  request: {
    ...{ patient_id: recording.patient_id, data_object_id: recording.data_object_id },
    modality_sources: [{ modality: "eeg", data_object_id: recording.data_object_id }],
    start: recording.start_ms + index * 1000,
    end: recording.start_ms + (index + 1) * 1000,
    ...{ pixel_count: 2, patient_is_admitted: false, form: { kind: "samples" } },
  },
});

it("come to the window that wants them, are asked for once, and are kept", () => {
  const world = openTestWorld(recording);
  const [window, other] = [world.client.openPages(), world.client.openPages()];
  window.want([wanted(0), wanted(1)]);
  other.want([wanted(1)]);
  world.clock.run(5);
  expect(window.isComplete()).toBe(false);
  expect(window.status.pending).toBe(2);
  world.clock.run(500);
  expect([window.isComplete(), other.isComplete()]).toEqual([true, true]);
  expect(world.server.requests).toHaveLength(2);
  expect(world.server.requests.every(({ request }) => request.page_id < 0)).toBe(true);
  expect(window.page("page 1")?.blocks[0].kind).toBe("samples");
  window.want([wanted(2)]);
  world.clock.run(500);
  window.want([wanted(0)]);
  expect(window.isComplete()).toBe(true);
  world.clock.run(500);
  expect(world.server.requests).toHaveLength(3);
});

it("are cancelled when nobody wants them any more, and asked for again when somebody does", () => {
  const world = openTestWorld(recording);
  const window = world.client.openPages();
  world.clock.run(100);
  world.server.latencyMs = 1000;
  window.want([wanted(0), wanted(1)]);
  world.clock.run(10);
  window.want([wanted(1)]);
  world.clock.run(10);
  expect(world.server.cancelled).toEqual([world.server.requests[0].request.page_id]);
  window[Symbol.dispose]();
  world.clock.run(10);
  expect(world.server.cancelled).toHaveLength(2);
  const next = world.client.openPages();
  next.want([wanted(1)]);
  world.clock.run(5000);
  expect(next.isComplete()).toBe(true);
});

it("of one line are asked for together, four at most, and come apart again", () => {
  const world = openTestWorld(recording);
  const window = world.client.openPages();
  world.server.reply = ({ page_id, data_object_id, start, end, modality_sources }) => {
    const block = (source: number, at: number) =>
      ({
        ...{ kind: "trend", modality: "eeg", data_object_id, sampling_hz: 0.1, rows: 1, segments: [] },
        data: Float64Array.of(source, at),
      }) as unknown as TrendBlock;
    const times = Array.from({ length: (end - start) / 1000 }, (_, k) => (start - recording.start_ms) / 1000 + k);
    const blocks = modality_sources.flatMap((_, source) => times.map((at) => block(source, at)));
    return {
      page_id,
      data_object_id,
      conversion_factor: 1,
      made_ms: 1,
      pixels: encodePage({ start, end, blocks }).buffer,
    };
  };
  const inLine = (index: number, name = "a"): WantedPage => {
    const { key, request } = wanted(index);
    const [source] = request.modality_sources;
    const sources = [source, { ...source, modality: "other" }];
    return { key: `${name} ${key}`, request: { ...request, modality_sources: sources }, line: { name, at: index } };
  };
  const pages = [...[0, 1, 2, 3, 4, 6].map((index) => inLine(index)), inLine(7, "b")];
  window.want(pages);
  world.clock.run(1000);
  const spans = world.server.requests.map(({ request }) => (request.end - request.start) / 1000);
  expect(spans).toEqual([4, 1, 1, 1]);
  expect(window.isComplete()).toBe(true);
  for (const { key, request, line } of pages) {
    const page = window.page(key);
    expect([page?.start, page?.end]).toEqual([request.start, request.end]);
    expect(page?.blocks.map(({ data }) => [...data])).toEqual([
      [0, line?.at],
      [1, line?.at],
    ]);
  }
});

it("hold back idle until they are here", async () => {
  const world = openTestWorld(recording);
  const window = world.client.openPages();
  window.want([wanted(0)]);
  let isIdle = false;
  void world.client.whenIdle().then(() => {
    isIdle = true;
  });
  await Promise.resolve();
  expect(isIdle).toBe(false);
  world.clock.run(1000);
  await Promise.resolve();
  await Promise.resolve();
  expect(isIdle).toBe(true);
});
