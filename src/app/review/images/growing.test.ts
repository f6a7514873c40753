/** Pictures of a recording that grows while the window is open. */
import { expect, it } from "vitest";
import type { PageWindow, WantedPage } from "../../../feed/types.ts";
import type { Page } from "../../../protocol/page-codec.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { ImageFeed } from "./image-feed.ts";

const size = { width: 100, height: 50, ratio: 1 };
const form = { kind: "trend_image", artifactReductionEnabled: false, width: 100, height: 50 } as const;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Pages of 10 s of a recording of 14 s. */
function world() {
  const group = { modality: "EEG", sampling_hz: 1, sample_count: 14, segments: [] } as unknown as SignalGroup;
  const recording = {
    ...{ data_object_id: 7, data_version: 1, patient_id: "P", start_ms: 0, end_ms: 14_000, groups: [group] },
  } as unknown as RecordingDetail;
  const here = new Map<string, Page>();
  const failed = new Map<string, string>();
  let wanted: readonly WantedPage[] = [];
  const pages = {
    onChange: () => undefined,
    want(all: readonly WantedPage[]) {
      wanted = all.filter(({ request }) => request.form?.kind === "trend_image");
    },
    page: (key: string) => here.get(key),
    failureOf: (key: string) => failed.get(key) ?? null,
    [Symbol.dispose]: () => undefined,
  } as unknown as PageWindow;
  let made = 0;
  let closed = 0;
  const feed = new ImageFeed({
    ...{ recording, group, pages },
    forms: {
      ...{ named: () => "Panel", mostSpanMs: 60_000, page: () => form },
      labels: () => ({ kind: "trend_labels", width: 50, label_width: 50, height: 50 }),
    },
    decode: async () => ({ width: 100, height: 50, name: ++made, close: () => closed++ }) as unknown as ImageBitmap,
  });
  const show = (startMs: number) => feed.show({ startMs, endMs: startMs + 10_000 }, size);
  const image = { blocks: [{ kind: "image", data: new Uint8Array(4) }] } as unknown as Page;
  return {
    ...{ feed, show, failed, closed: () => closed },
    wanted: () => wanted.filter(({ key }) => !here.has(key)),
    async give() {
      for (const { key } of wanted) here.set(key, image);
      pages.onChange();
      await settled();
    },
    grow(seconds: number) {
      recording.end_ms += 1000 * seconds;
      group.sample_count += seconds;
    },
    shown: () => feed.shown().map(({ page }) => [page.span.startMs, page.untilMs]),
  };
}

it("show what was there until what reaches further is here, and say that it is not", async () => {
  const { feed, show, give, grow, shown, wanted } = world();
  show(10_000);
  await give();
  show(10_000);
  expect([shown(), feed.isComplete()]).toEqual([[[10_000, 14_000]], true]);
  grow(1);
  show(10_000);
  expect(wanted().map(({ request }) => request.start)).toEqual([10_000]);
  expect([shown(), feed.isComplete()]).toEqual([[[10_000, 14_000]], false]);
  await give();
  show(10_000);
  expect([shown(), feed.isComplete()]).toEqual([[[10_000, 15_000]], true]);
  // Whole, it is as any other.
  grow(10);
  show(10_000);
  expect(shown()).toEqual([[10_000, 15_000]]);
  await give();
  expect(shown()).toEqual([[10_000, 20_000]]);
});

it("come though the service takes longer than the recording takes to grow", async () => {
  const { show, give, grow, shown, wanted, feed } = world();
  show(10_000);
  const [first] = wanted();
  for (let k = 0; k < 3; k++) {
    grow(1);
    show(10_000);
  }
  expect(wanted()).toEqual([first]);
  await give();
  expect(shown()).toEqual([[10_000, 14_000]]);
  show(10_000);
  expect([shown(), feed.isComplete()]).toEqual([[[10_000, 14_000]], false]);
  await give();
  expect(shown()).toEqual([[10_000, 17_000]]);
});

it("are asked for anew where the last try failed", () => {
  const { show, grow, wanted, failed } = world();
  show(10_000);
  const [first] = wanted();
  failed.set(first.key, "Page load timed out.");
  grow(1);
  show(10_000);
  expect(wanted().map(({ key }) => key)).not.toContain(first.key);
});

it("are not fetched with each growth where they are not in view", async () => {
  const { show, give, grow, wanted } = world();
  show(0);
  await give();
  await give();
  expect(wanted()).toEqual([]);
  grow(1);
  show(0);
  expect(wanted()).toEqual([]);
});

it("stay decoded beside the view where the recording ends in them", async () => {
  const { show, give, shown, closed } = world();
  show(0);
  await give();
  await give();
  // Where it moves by less than a page nothing is let go.
  show(100);
  show(0);
  expect(closed()).toBe(0);
  show(10_000);
  expect(shown()).toEqual([[10_000, 14_000]]);
});
