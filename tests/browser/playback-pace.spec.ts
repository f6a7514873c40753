/**
 * Links that do not carry what is wanted. Playback: the picture never runs ahead of the data, and says what it does. Jumps: a
 * provisional picture comes first, and says so.
 */

import { type SlowLink, startSlowLink } from "../support/slow-link.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { noise } from "./recordings.ts";

const test = base.extend<object, { link: SlowLink }>({
  link: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
    async ({}, use) => {
      const link = await startSlowLink();
      await use(link);
      await link.stop();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([noise]), { scope: "worker" }],
  serverEnv: [async ({ link }, use) => use({ ALLOWED_HOSTS: link.host }), { scope: "worker" }],
});
test.use({ allowErrors: /ERR_|Failed to load resource|WebSocket/ });

/** The recording needs 8 kB a second of it, so these carry it 22 times and six times as fast as life. */
const weak = 180_000;
const veryWeak = 50_000;
/** A little faster than life. */
const faint = 10_000;

interface Seen {
  blankColumns: number;
  endMs: number;
  said: string;
}

type Server = { url: string; ids: Readonly<Record<string, number>> };

/**
 * Opens the recording over the link, which is as it becomes (bytes a second) once the first page is there. The page is
 * longer than the longest step of a frame (250 ms) at 100x, so that a slow computer skips nothing.
 */
async function openOver(link: SlowLink, review: Review, server: Server, becomes: number | null) {
  link.target = server.url.replace("localhost", "127.0.0.1");
  link.bytesPerSecond = null;
  await review.page.goto(`http://${link.host}/review/${server.ids[noise.name]}?backend=${review.backend}&span=30000`);
  await review.idle();
  link.bytesPerSecond = becomes;
  await review.connect((connect) => connect.frameStats.reset());
}

/** The same, very weak, and plays at 100x. */
async function playOver(link: SlowLink, review: Review, server: Server) {
  await openOver(link, review, server, veryWeak);
  await review.connect((connect) => connect.play(100));
}

/** Waits until playback has come so far, or to the end. */
const until = (review: Review, seconds: number) =>
  expect
    .poll(async () => {
      const { isPlaying, endMs } = await review.connect((connect) => ({
        ...{ isPlaying: connect.isPlaying(), endMs: connect.view().endMs },
      }));
      return isPlaying ? endMs - noise.startMs : Number.POSITIVE_INFINITY;
    })
    .toBeGreaterThan(seconds * 1000);

const meter = (review: Review) => review.button(/^When data are late/);

const seen = async (review: Review): Promise<Seen> => ({
  ...(await review.connect((connect) => ({
    blankColumns: connect.frameStats.read().blankColumns,
    endMs: connect.view().endMs,
  }))),
  said: (await meter(review).textContent()) ?? "",
});

/** The real speed on the meter. */
const realSpeed = (said: string) => Number(/Real ([\d.]+)x/.exec(said)?.[1] ?? Number.NaN);

test("slows down to what the link carries, and shows every column", async ({ review, server, link }) => {
  await playOver(link, review, server);
  await expect.poll(async () => realSpeed((await seen(review)).said)).toBeLessThan(50);
  const { endMs } = await seen(review);
  await expect.poll(async () => (await seen(review)).endMs).toBeGreaterThan(endMs + 5000);
  const { said, blankColumns } = await seen(review);
  expect(blankColumns).toBe(0);
  expect(said).not.toContain("skipped");
  // Where the link has room again, the speed is what was asked for, to the end of the file.
  link.bytesPerSecond = null;
  await expect.poll(() => review.connect((connect) => connect.isPlaying())).toBe(false);
  expect((await seen(review)).blankColumns).toBe(0);
  await review.idle();
  expect((await review.seconds())[1]).toBe(noise.seconds);
});

/** Where the view is at the end of a cell: the link brings the most of it while it plays. */
const cells = [
  { name: "good", becomes: null, speed: 1, seconds: 32 },
  { name: "good", becomes: null, speed: 1000, seconds: noise.seconds },
  { name: "weak", becomes: weak, speed: 10, seconds: 60 },
  { name: "weak", becomes: weak, speed: 1000, seconds: 90 },
  { name: "very weak", becomes: veryWeak, speed: 1, seconds: 32 },
  { name: "very weak", becomes: veryWeak, speed: 10, seconds: 50 },
  { name: "very weak", becomes: veryWeak, speed: 1000, seconds: 60 },
];

test("shows every column over links of every kind and at every speed", async ({ review, server, link }) => {
  for (const { name, becomes, speed, seconds } of cells) {
    await openOver(link, review, server, becomes);
    await review.page.evaluate((at) => window.connect?.play(at), speed);
    await until(review, seconds);
    const { blankColumns, said } = await seen(review);
    // At 1000x a frame of more than 30 ms steps over a part of what is here, and says so.
    const isSkipped = speed < 1000 && said.includes("skipped");
    expect({ name, speed, blankColumns, isSkipped }).toEqual({ name, speed, blankColumns: 0, isSkipped: false });
  }
});

test("shows every column over a link that jitters, and stands while nothing comes over one that dies", async ({
  review,
  server,
  link,
}) => {
  await openOver(link, review, server, weak);
  const carried = [weak / 3, weak * 2, weak / 20, weak];
  let turn = 0;
  const jitter = setInterval(() => {
    link.bytesPerSecond = carried[turn++ % carried.length];
  }, 150);
  try {
    await review.connect((connect) => connect.play(100));
    await until(review, 70);
  } finally {
    clearInterval(jitter);
  }
  // Dies without a word: the connection stays, and brings nothing.
  link.bytesPerSecond = 0;
  await expect.poll(async () => realSpeed((await seen(review)).said)).toBe(0);
  const { endMs, blankColumns, said } = await seen(review);
  expect({ blankColumns, isSkipped: said.includes("skipped") }).toEqual({ blankColumns: 0, isSkipped: false });
  expect(endMs).toBeLessThan(noise.startMs + noise.seconds * 1000);
  link.bytesPerSecond = null;
  await expect.poll(() => review.connect((connect) => connect.isPlaying())).toBe(false);
  await review.idle();
  expect((await seen(review)).blankColumns).toBe(0);
});

test("holds where that is wanted, and goes on at full speed when enough is here", async ({ review, server, link }) => {
  await openOver(link, review, server, null);
  await meter(review).click();
  await review.page.getByRole("menuitemradio", { name: "Hold until they are here" }).click();
  await openOver(link, review, server, veryWeak);
  await review.connect((connect) => connect.play(100));
  // Of each frame, how far the view moved: of what the speed asks for.
  const steps = await review.connect(
    (connect) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        let last: { at: number; endMs: number } | null = null;
        const look = (at: number) => {
          const { endMs } = connect.view();
          if (last !== null && at > last.at) found.push((endMs - last.endMs) / (100 * (at - last.at)));
          last = { at, endMs };
          if (!connect.isPlaying() || endMs - connect.view().fileStartMs > 100_000) resolve(found);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  const { blankColumns, said } = await seen(review);
  expect({ blankColumns, isSkipped: said.includes("skipped") }).toEqual({ blankColumns: 0, isSkipped: false });
  const moving = steps.filter((step) => step > 0).sort((a, b) => a - b);
  expect(steps.filter((step) => step === 0).length).toBeGreaterThan(moving.length);
  expect(moving[moving.length >> 1], `${moving.length} steps`).toBeCloseTo(1, 1);
});

test("keeps its pace where that is wanted, and marks what it skipped until it was shown", async ({
  review,
  server,
  link,
  page,
}) => {
  link.bytesPerSecond = null;
  await playOver(link, review, server);
  await review.connect((connect) => connect.pause());
  await meter(review).click();
  await page.getByRole("menuitemradio", { name: "Keep pace and mark what was skipped" }).click();
  link.bytesPerSecond = faint;
  await review.connect((connect) => connect.play(100));
  await expect.poll(() => review.connect((connect) => connect.isPlaying())).toBe(false);
  await expect(meter(review)).toContainText("skipped");
  expect(await markedPixels(review)).toBeGreaterThan(0);
  // Shown after all.
  link.bytesPerSecond = null;
  const { fileStartMs, fileEndMs } = await review.connect((connect) => connect.view());
  await review.page.evaluate(([from, to]) => window.connect?.setView(from, to), [fileStartMs, fileEndMs]);
  await review.idle();
  await expect(meter(review)).not.toContainText("skipped");
  await expect.poll(() => markedPixels(review)).toBe(0);
  // The choice outlasts the page.
  await page.reload();
  await review.idle();
  await meter(review).click();
  await expect(page.getByRole("menuitemradio", { name: "Keep pace and mark what was skipped" })).toBeChecked();
});

test("shows a provisional picture first, dotted and named, and then the exact one", async ({
  review,
  server,
  link,
}) => {
  link.target = server.url.replace("localhost", "127.0.0.1");
  link.bytesPerSecond = null;
  await review.page.goto(`http://${link.host}/review/${server.ids[noise.name]}?backend=${review.backend}&span=2000`);
  await review.idle();
  // Scripts are in the browser's cache now; what the page learns of the link, and brings ahead, comes over the faint one.
  link.bytesPerSecond = faint;
  await review.page.reload();
  await review.idle();
  const jump = (seconds: number) =>
    review.page.evaluate((from) => window.connect?.setView(from, from + 10_000), noise.startMs + seconds * 1000);
  const isExact = () => review.connect((connect) => connect.isComplete());
  const dotted = review.page.locator("[data-part=provisional] > div");
  await jump(150);
  await expect(review.button("Provisional")).toBeVisible();
  link.bytesPerSecond = 100; // stays so until it has been looked at
  await expect(dotted.first()).toHaveText("Provisional");
  const seen = await review.connect((connect) => [connect.isPictured(), connect.isComplete()]);
  expect(seen).toEqual([true, false]);
  link.bytesPerSecond = null;
  await expect.poll(isExact).toBe(true);
  await expect(review.button("Exact")).toBeVisible();
  await expect(dotted).toHaveCount(0);
});

test("stops with a word after ten seconds without a server", async ({ review, server, page }) => {
  await review.open(noise.name, "&span=4000");
  const stopped = page.getByRole("alert").filter({ hasText: "Playback has stopped" });
  await review.connect((connect) => connect.play(1));
  await server.stop();
  try {
    await expect(stopped).toBeVisible();
    expect(await review.connect((connect) => connect.isPlaying())).toBe(false);
    await review.page.keyboard.press("Home");
  } finally {
    await server.restart();
  }
  await expect(review.button("Exact")).toBeVisible();
  await review.button("Play").click();
  await expect(stopped).toBeHidden();
});

test("stops with the same word where a link dies without one", async ({ review, server, link }) => {
  await openOver(link, review, server, weak);
  const stopped = review.page.getByRole("alert").filter({ hasText: "Playback has stopped" });
  await review.connect((connect) => connect.play(100));
  await until(review, 10);
  link.bytesPerSecond = 0;
  await expect(stopped).toBeVisible();
  expect(await review.connect((connect) => connect.isPlaying())).toBe(false);
  link.bytesPerSecond = null;
  await expect(review.button("Exact")).toBeVisible();
  await review.button("Play").click();
  await expect(stopped).toBeHidden();
});

/** Pixels of the navigator that mark what was skipped. */
const markedPixels = (review: Review) =>
  review.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-part=skipped]");
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let marked = 0;
    for (let k = 3; k < pixels.length; k += 4) if (pixels[k] > 0) marked++;
    return marked;
  });
