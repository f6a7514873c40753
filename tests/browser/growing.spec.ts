/** A review of a recording that another process writes: it grows under the open window, and nothing is opened anew. */
import { scalpElectrodes } from "../../src/domain/montage/electrodes.ts";
import { openGrowing } from "../../src/server/recordings/growing-recording.ts";
import type { SourceHead } from "../../src/server/recordings/types.ts";
import { defaultPlace, testAdmin, withDatabase } from "../support/accounts.ts";
import { keepDisplay } from "../support/displays.ts";
import { expect, test } from "./fixtures.ts";
import { lineGraph, lineTrace, signalOf } from "./graph-forms.ts";

// On a server of its own: what grows here is seen in no other test's list.
test.use({ patient: "Growing" });

const hz = 200;
const startMs = Date.parse("2020-03-02T15:20:30Z");

const head: SourceHead = {
  objType: "EDF",
  startMs,
  isStartKnown: true,
  timezone: "America/New_York",
  sizeBytes: 0,
  groups: [
    {
      modality: "EEG_na",
      kind: "eeg",
      sampling_hz: hz,
      sample_type: "int16",
      missing_code: null,
      channels: scalpElectrodes.map((label, source_index) => ({
        ...{ source_index, label: `EEG ${label}-REF`, unit: "uV", gain: 0.1, offset: 0 },
        ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
      })),
    },
  ],
};

/** Seconds [from, to) of waves that differ from channel to channel. */
function wavesOf(from: number, to: number) {
  const count = (to - from) * hz;
  const data = new Int16Array(count * scalpElectrodes.length);
  for (let c = 0; c < scalpElectrodes.length; c++)
    for (let i = 0; i < count; i++)
      data[c * count + i] = Math.round(600 * Math.sin(2 * Math.PI * (8 + c / 4) * (from + i / hz)));
  return [{ group: 0, startMs: startMs + from * 1000, count, data }];
}

test("reaches the open window: a longer file, new traces, and the view where it was", async ({ review, server }) => {
  const { page, backend } = review;
  await withDatabase(server.dataDir, async (_pool, db) => {
    const place = await defaultPlace(db);
    const naming = { patient_id: "LIVE", obj_name: "Live" };
    const growing = await openGrowing({ db, dataDir: server.dataDir, head, place, ...naming });
    await growing.append(wavesOf(0, 65));
    await page.goto(`${server.url}/review/${growing.id}?backend=${backend}`);
    await review.idle();
    await page.evaluate(() => {
      document.querySelector("canvas")?.setAttribute("data-first", "");
    });
    const seconds = async () =>
      (
        await review.connect((connect) => {
          const { startMs: from, endMs: to, fileEndMs } = connect.view();
          return [from, to, fileEndMs];
        })
      ).map((ms) => (ms - startMs) / 1000);
    await review.connect((connect) => {
      const { fileStartMs } = connect.view();
      connect.setView(fileStartMs + 20_000, fileStartMs + 50_000);
    });
    await review.idle();
    expect(await seconds()).toEqual([20, 50, 65]);
    const before = await review.picture();

    // Where the reader looks nothing changes; the file is longer.
    await growing.append(wavesOf(65, 70));
    await expect.poll(seconds).toEqual([20, 50, 70]);
    await review.idle();
    expect(await review.picture()).toEqual(before);

    // Sealed and longer still: the next page shows what came, up to its end.
    await growing.seal();
    await growing.append(wavesOf(70, 95));
    await expect.poll(seconds).toEqual([20, 50, 95]);
    await page.keyboard.press("ArrowRight");
    await review.idle();
    expect(await seconds()).toEqual([50, 80, 95]);
    for (const at of [0.1, 0.5, 0.95]) expect((await review.picture(at)).inked).toBeGreaterThan(15);

    // Complete, it is a recording like any other, and the review goes on as it is.
    await growing.append(wavesOf(95, 100));
    await growing.close();
    await expect.poll(seconds).toEqual([50, 80, 100]);
    await page.keyboard.press("End");
    await review.idle();
    expect(await seconds()).toEqual([70, 100, 100]);
    expect((await review.picture(0.98)).inked).toBeGreaterThan(15);
    await expect(page.locator("canvas[data-first]")).toHaveCount(1);
  });
});

test("a live window is locked to the newest data, alone, until its patient is not recorded any more", async ({
  review,
  server,
}) => {
  const { page, backend } = review;
  await withDatabase(server.dataDir, async (_pool, db) => {
    const place = await defaultPlace(db);
    const growing = await openGrowing({
      ...{ db, dataDir: server.dataDir, head, place },
      ...{ patient_id: "LIVE-2", obj_name: "Live too" },
    });
    await growing.append(wavesOf(0, 65));
    await page.goto(`${server.url}/review/${growing.id}?backend=${backend}`);
    await review.idle();
    const seconds = () =>
      review.connect((connect) => {
        const { startMs: from, endMs: to, fileStartMs } = connect.view();
        return [from - fileStartMs, to - fileStartMs];
      });
    const { tooltip, live, link } = {
      tooltip: page.getByRole("tooltip"),
      live: review.button("Live"),
      link: review.button("Link"),
    };
    // Before a pointer has moved a tooltip is nobody's.
    await review.plot.hover();
    await link.hover();
    await expect(tooltip).toHaveText("Link the start time of this window to the start time of other linked windows");
    await expect(link).toHaveAttribute("aria-pressed", "true");
    await live.hover();
    await expect(tooltip).toHaveText("Lock the window to the latest data");
    await live.click();
    await expect.poll(seconds).toEqual([35_000, 65_000]);
    await expect(live).toHaveAttribute("aria-pressed", "true");
    await expect(link).toHaveAttribute("aria-pressed", "false");
    await expect(link).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByText(/^No new data for \d+d/)).toBeVisible();

    // Nothing moves or plays it; another length keeps its end.
    const { button } = review;
    for (const name of ["Go to start", "Previous page", "Next page", "Go to end", "Play", "Set the time range"])
      await expect(button.call(review, name)).toBeDisabled();
    await expect(button.call(review, /^Playback speed/)).toBeDisabled();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await review.plot.hover();
    await page.mouse.wheel(0, -500);
    const box = (await review.plot.boundingBox()) as { x: number; y: number; width: number };
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + 40);
    await page.mouse.up();
    expect(await seconds()).toEqual([35_000, 65_000]);
    await growing.append(wavesOf(65, 70));
    await expect.poll(seconds).toEqual([40_000, 70_000]);
    await review.choose(/^Page length/, "10 s");
    expect(await seconds()).toEqual([60_000, 70_000]);
    await review.idle();
    expect((await review.picture(0.95)).inked).toBeGreaterThan(15);

    // The stream ends: what is shown stays, and can be moved again.
    await growing.close();
    await expect(live).toHaveAttribute("aria-disabled", "true");
    await expect(live).toHaveAttribute("aria-pressed", "false");
    await live.hover();
    await expect(tooltip).toHaveText(
      "Lock the window to the latest data (disabled because the patient is not being recorded)",
    );
    await expect(link).toHaveAttribute("aria-pressed", "false");
    await review.plot.click();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(seconds).toEqual([50_000, 60_000]);
  });
});

test("an analytic that had no value when the window opened is drawn as soon as there is one", async ({
  review,
  server,
}) => {
  const { page, backend } = review;
  const numeric = (label: string) => ({
    ...{ modality: `${label}_na`, kind: "numeric" as const, sampling_hz: 1 },
    ...{ sample_type: "int16" as const, missing_code: null },
    channels: [
      {
        ...{ source_index: 0, label, unit: "mmHg", gain: 0.1, offset: 0 },
        ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
      },
    ],
  });
  const bedside: SourceHead = { ...head, groups: [numeric("ABP"), numeric("ICP")] };
  const pressures = (from: number, to: number) =>
    [900, 150].map((mean, group) => {
      const data = Int16Array.from({ length: to - from }, (_, k) => mean + 50 * Math.sin((from + k) / 7));
      return { group, startMs: startMs + from * 1000, count: to - from, data };
    });
  await withDatabase(server.dataDir, async (_pool, db) => {
    const place = await defaultPlace(db);
    const naming = { patient_id: "LIVE-3", obj_name: "Pressures" };
    const growing = await openGrowing({ db, dataDir: server.dataDir, head: bedside, place, ...naming });
    await growing.append(pressures(0, 30));
    const token = await server.signIn(page.context(), testAdmin);
    const onDemandAnalysis = {
      ...{ analytic: "prx" as const, calculationWindowMs: 300_000, calculationPeriodMs: 10_000 },
      ...{ ABP: signalOf("ABP_na", {}), ICP: signalOf("ICP_na", {}) },
    };
    const trace = { ...lineTrace("ABP_na"), content: { signal: null, onDemandAnalysis } };
    await keepDisplay(server.url, token, {
      name: "Pressures",
      cssGridTemplate: '"a"',
      areas: [
        {
          ...{ area: "a", componentId: "time_series_group", version: 2 },
          props: { graphs: [lineGraph("PRx", trace)], viewDuration: 3_600_000 },
        },
      ],
    });
    await page.goto(`${server.url}/review/${growing.id}?backend=${backend}`);
    await review.idle();
    /** Pixels in the colour of the trace. */
    const drawn = () =>
      review.connect(async (connect) => {
        const { data } = await connect.window("a").readPixels();
        let count = 0;
        for (let k = 0; k < data.length; k += 4) if (data[k] - data[k + 1] > 60) count++;
        return count;
      });
    expect(await drawn()).toBe(0);
    // Nothing is read of the recording: the window is told of its growth all the same.
    for (let from = 30; from < 600; from += 30) await growing.append(pressures(from, from + 30));
    await expect
      .poll(() => review.connect((connect) => connect.view().fileEndMs))
      .toBeGreaterThanOrEqual(startMs + 600_000);
    await review.connect((connect) => connect.setView(connect.view().fileStartMs, connect.view().fileEndMs));
    await expect.poll(drawn).toBeGreaterThan(200);
    await review.idle();
    await growing.close();
  });
});
