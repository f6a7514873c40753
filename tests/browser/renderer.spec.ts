/** What draws the windows: a device that is lost and comes again, and what closed windows leave. */
import { expect, test } from "./fixtures.ts";
import { bedside, night } from "./recordings.ts";

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, bedside]), { scope: "worker" }],
  patient: "P-12",
});

test("goes on in software when the graphics card is lost, then with the card again, until it is lost twice", {
  tag: ["@drawn", "@device"],
}, async ({ review }) => {
  const { page } = review;
  await page.addInitScript(() => {
    const devices: GPUDevice[] = [];
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await request.call(this, descriptor);
      devices.push(device);
      return device;
    };
    Object.assign(window, { devices });
  });
  await review.open(night.name);
  const engine = () => review.connect((connect) => connect.backend());
  const lose = () => page.evaluate(() => (window as unknown as { devices: GPUDevice[] }).devices.at(-1)?.destroy());
  const before = await review.picture();
  expect(before.inked).toBeGreaterThan(18);

  await lose();
  await expect.poll(() => page.evaluate(() => (window as unknown as { devices: GPUDevice[] }).devices.length)).toBe(2);
  await expect.poll(engine).toBe("webgpu");
  await expect(review.button("WebGPU")).toBeVisible();
  expect((await review.picture()).digest).toBe(before.digest);
  await page.keyboard.press("ArrowRight");
  await review.idle();
  expect((await review.picture()).inked).toBeGreaterThan(18);

  await lose();
  await expect.poll(engine).toBe("canvas2d");
  await expect(review.button("Canvas2D")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await review.idle();
  expect((await review.picture()).inked).toBeGreaterThan(18);
  expect(await page.evaluate(() => (window as unknown as { devices: GPUDevice[] }).devices.length)).toBe(2);
});

test("a hidden page whose graphics card is lost draws what it would show now, of tiles that are there now", {
  tag: ["@drawn", "@device"],
}, async ({ review }) => {
  const { page } = review;
  await page.addInitScript(() => {
    const hidden = { devices: [] as GPUDevice[], isHidden: false };
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await request.call(this, descriptor);
      hidden.devices.push(device);
      return device;
    };
    // As a page in the background is: it says so, and has no frames.
    Object.defineProperty(document, "hidden", { get: () => hidden.isHidden });
    const requestFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => (hidden.isHidden ? 0 : requestFrame(callback));
    Object.assign(window, { hidden });
  });
  await review.open(night.name);
  await review.idle();
  const first = await review.picture();
  await page.keyboard.press("ArrowRight");
  await review.idle();
  const second = await review.picture();
  expect(second.digest).not.toBe(first.digest);
  await page.keyboard.press("ArrowLeft");
  await review.idle();
  await page.evaluate(() => {
    (window as unknown as { hidden: { isHidden: boolean } }).hidden.isHidden = true;
  });
  await page.keyboard.press("ArrowRight");
  expect((await review.picture()).digest).toBe(first.digest); // no frame has come

  await page.evaluate(() => (window as unknown as { hidden: { devices: GPUDevice[] } }).hidden.devices[0].destroy());
  // What is read while the card goes has no answer.
  const digest = () =>
    review.picture().then(
      (picture) => picture.digest,
      () => null,
    );
  await expect.poll(digest).toBe(second.digest);
});

test("draws all canvases again when the browser's graphics went and came back", { tag: "@drawn" }, async ({
  review,
}) => {
  const { page } = review;
  await review.open(night.name);
  await review.idle();
  const before = await review.picture();
  /** Of the canvases that are drawn on in two dimensions, the visible ones: whether anything is on each. */
  const inked = (isLost: boolean) =>
    page.evaluate((isGone) => {
      const all = [...document.querySelectorAll("canvas")].filter(({ clientWidth, width }) => clientWidth * width > 0);
      return all.flatMap((canvas) => {
        const context = canvas.getContext("2d");
        if (context === null) return [];
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const isInked = data.some((value) => value !== 0);
        if (isGone) {
          context.reset();
          canvas.dispatchEvent(new Event("contextrestored"));
        }
        return [isInked];
      });
    }, isLost);
  const first = await inked(true);
  expect(first).toContain(true);
  await review.idle();
  // What was reviewed may have come to its track meanwhile.
  await expect.poll(async () => (await inked(false)).map((isInked, k) => isInked || !first[k])).not.toContain(false);
  expect((await review.picture()).digest).toBe(before.digest);
});

test("shows no black plot before its first picture is drawn", async ({ review, server }) => {
  const { page } = review;
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (frame) => held.push(frame);
    Object.assign(window, {
      letFrames() {
        window.requestAnimationFrame = request;
        for (const frame of held) request.call(window, frame);
      },
    });
  });
  await page.goto(`${server.url}/review/${server.ids[night.name]}?backend=canvas2d`);
  const canvas = review.plot.locator("canvas");
  await expect(canvas).toHaveCSS("visibility", "hidden");
  await page.evaluate(() => (window as unknown as { letFrames(): void }).letFrames());
  await expect(canvas).toHaveCSS("visibility", "visible");
});

test("holds after many windows what it held after the first", { tag: "@drawn" }, async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  const openAndClose = (windows: number) =>
    page.evaluate(async (count) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const press = async (name: RegExp) => {
        for (;;) {
          const found = [...document.querySelectorAll("button")].find(
            (button) => name.test(button.ariaLabel ?? "") || name.test(button.textContent),
          );
          if (found !== undefined && !found.disabled) return found.click();
          await nextFrame();
        }
      };
      for (let k = 0; k < count; k++) {
        await press(/^Open a time series window$/);
        while (window.connect?.areas().length !== 2) await nextFrame();
        await window.connect.whenIdle();
        await press(/^Close Time Series Group$/);
        while (window.connect?.areas().length !== 1) await nextFrame();
      }
      await window.connect?.whenIdle();
      return window.connectFrames?.resources();
    }, windows);
  const first = await openAndClose(1);
  expect(first?.canvas2d.windows).toBe(review.backend === "canvas2d" ? 1 : 0);
  expect((first?.webgpu.buffers ?? 0) > 1).toBe(review.backend === "webgpu");
  // A GPU in software takes seconds for a window on a busy machine; tests/golden/render-backends.test.ts opens 100 on it.
  expect(await openAndClose(review.backend === "webgpu" ? 3 : 99)).toEqual(first);
});
