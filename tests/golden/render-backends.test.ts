/** Both back ends in a browser, against the drawing definition and against each other. Tolerance: compare.ts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compare, isAlike } from "../../src/render/compare.ts";
import { drawReference } from "../../src/render/definitions.ts";
import { frameOf } from "../../src/render/frame.ts";
import type { TraceView } from "../../src/render/types.ts";
import { fromBase64, type Harness, openHarness, softwareGpu } from "./render/browser.ts";
import { frames } from "./render/frames.ts";
import type { Golden } from "./render/harness.ts";
import { quietY, scenes, spikeScene, spikeY, spikeZooms } from "./render/scenes.ts";

type Backend = Awaited<ReturnType<Golden["draw"]>>["backend"];

let harness: Harness;
let hasAdapter = false;

beforeAll(async () => {
  harness = await openHarness(softwareGpu);
  hasAdapter = await harness.page.evaluate(() => (window.golden as Golden).hasAdapter());
});
afterAll(async () => harness?.[Symbol.asyncDispose]());

async function draw(backend: Backend, scene: string, changes: Partial<TraceView> = {}): Promise<Uint8Array> {
  const drawn = await harness.page.evaluate(
    ([backend, scene, changes]) => (window.golden as Golden).draw(backend, scene, changes),
    [backend, scene, changes] as const,
  );
  expect(drawn.backend).toBe(backend);
  return fromBase64(drawn.pixels);
}

async function drawFrame(backend: Backend, frame: string): Promise<Uint8Array> {
  const drawn = await harness.page.evaluate(([backend, frame]) => (window.golden as Golden).drawFrame(backend, frame), [
    backend,
    frame,
  ] as const);
  expect(drawn.backend).toBe(backend);
  return fromBase64(drawn.pixels);
}

/** Every frame as it is drawn first: drawing one on the processor, by definition or by shaders, takes a second. */
const drawnFrames = new Map<string, Promise<Uint8Array>>();
const drawnFrame = (backend: Backend, frame: string) =>
  kept(drawnFrames, `${backend} ${frame}`, () => drawFrame(backend, frame));
const references = new Map<string, ArrayLike<number>>();
const referenceOf = (frame: string) => kept(references, frame, () => drawReference(frames[frame]()));

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key) ?? make();
  all.set(key, known);
  return known;
}

/** Rows of the picture with at least one pixel that is far from the white background. */
function inkedRows(picture: Uint8Array, { width, height }: TraceView): number[] {
  const isInked = (y: number) => {
    const row = picture.subarray(4 * y * width, 4 * (y + 1) * width);
    return row.some((value, index) => index % 4 === 0 && value < 160);
  };
  return Array.from({ length: height }, (_, y) => y).filter(isInked);
}

const errors = () => harness.page.evaluate(() => (window.golden as Golden).errors);
const alike = (a: Uint8Array, b: ArrayLike<number>, width: number) => {
  const difference = compare(a, b, width);
  expect(difference, JSON.stringify(difference)).toSatisfy(isAlike);
};

for (const backend of ["canvas2d", "webgpu"] as const)
  describe(backend, () => {
    const needsAdapter = (context: { skip: (note: string) => void }) => {
      if (backend === "webgpu" && !hasAdapter) context.skip("this browser gives no WebGPU adapter");
    };

    for (const name of Object.keys(frames))
      it(`draws as the definition says: ${name}`, async (context) => {
        needsAdapter(context);
        alike(await drawnFrame(backend, name), referenceOf(name), frames[name]().width);
      });

    for (const zoom of spikeZooms)
      it(`shows a single sample's spike whole at ${zoom} samples a pixel`, async (context) => {
        needsAdapter(context);
        const { view } = scenes[spikeScene(zoom)]();
        const inked = inkedRows(await draw(backend, spikeScene(zoom)), view);
        expect(Math.min(...inked)).toBeGreaterThanOrEqual(spikeY - 1);
        expect(Math.min(...inked)).toBeLessThanOrEqual(spikeY + 1);
        expect(Math.max(...inked)).toBeLessThanOrEqual(quietY + 1);
      });

    for (const kind of ["samples", "columns"])
      it(`joins ${kind} across a step and never across a gap`, async (context) => {
        needsAdapter(context);
        const name = `a step of ${kind}`;
        const { view } = scenes[name]();
        const between = (y: number) => y > 24 && y < 96;
        expect(inkedRows(await draw(backend, name), view).filter(between)).toHaveLength(71);
        expect(inkedRows(await draw(backend, `${name} with a gap`), view).filter(between)).toEqual([]);
      });

    for (const scene of [
      "min/max, columns narrower than pixels",
      "samples at 0.3 a pixel",
      "samples at 1.9 a pixel",
      "samples at 4.8 a pixel",
      "samples at 16 a pixel",
      "gaps and single samples at 9.3 a pixel",
      "missing samples and single samples",
      "bands, hatching, nothing loaded",
    ])
      it(`shifts without a shimmer when panned by whole pixels: ${scene}`, async (context) => {
        needsAdapter(context);
        const { view } = scenes[scene]();
        const shift = 37;
        const bands = view.bands.map((band) => ({ ...band, x0: band.x0 - shift, x1: band.x1 - shift }));
        const pixel = Math.round(view.startSample / view.samplesPerPixel) + shift;
        const before = await draw(backend, scene);
        const after = await draw(backend, scene, { startSample: pixel * view.samplesPerPixel, bands });
        const kept = 4 * (view.width - shift);
        for (let y = 0; y < view.height; y++) {
          const from = 4 * y * view.width;
          const was = before.subarray(from + 4 * shift, from + 4 * shift + kept);
          expect(compare(after.subarray(from, from + kept), was, view.width).most).toBe(0);
        }
      });

    it("draws as the definition says when it moves from frame to frame", async (context) => {
      needsAdapter(context);
      const name = "samples at 4.8 a pixel";
      const { view, tiles } = scenes[name]();
      // By an odd number of pixels, and an even one.
      const shifts = [0, 37, 75, 77, 40];
      const pictures = await harness.page.evaluate(
        ([backend, name, shifts]) => (window.golden as Golden).moved(backend, name, shifts),
        [backend, name, shifts] as const,
      );
      const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
      shifts.forEach((shift, frame) => {
        const at = { ...view, startSample: (firstPixel + shift) * view.samplesPerPixel };
        alike(fromBase64(pictures[frame]), drawReference(frameOf(at, tiles)), view.width);
      });
    });

    it("shows on the page what it reads back", async (context) => {
      needsAdapter(context);
      const name = "samples at 1 a pixel";
      const { view } = scenes[name]();
      const shown = await harness.page.evaluate(([backend, name]) => (window.golden as Golden).shown(backend, name), [
        backend,
        name,
      ] as const);
      alike(fromBase64(shown), await draw(backend, name), view.width);
    });

    it("reports no validation error", async (context) => {
      needsAdapter(context);
      expect(await errors()).toEqual([]);
    });
  });

it("draws the same picture with both back ends", async (context) => {
  if (!hasAdapter) context.skip("this browser gives no WebGPU adapter");
  for (const name of Object.keys(frames))
    alike(await drawnFrame("webgpu", name), await drawnFrame("canvas2d", name), frames[name]().width);
});

it("goes on with Canvas2D when the device is lost, then with another device, and after a second loss stays", async (context) => {
  if (!hasAdapter) context.skip("this browser gives no WebGPU adapter");
  const name = "samples at 1.9 a pixel";
  const { view, tiles } = scenes[name]();
  await using own = await openHarness(softwareGpu);
  const lost = await own.page.evaluate((name) => (window.golden as Golden).loseDevices(name), name);
  expect(lost.before).toBe("webgpu");
  expect(lost.shown.map(({ change: { from, to } }) => [from, to])).toEqual([
    ["webgpu", "canvas2d"],
    ["canvas2d", "webgpu"],
    ["webgpu", "canvas2d"],
  ]);
  for (const { pixels, canvases } of lost.shown) {
    alike(fromBase64(pixels), drawReference(frameOf(view, tiles)), view.width);
    expect(canvases).toBe(1);
  }
  expect(lost.opened).toBe("canvas2d");
});

for (const backend of ["canvas2d", "webgpu"] as const)
  it(`holds after 100 windows were opened and closed what it held after the first: ${backend}`, async (context) => {
    if (backend === "webgpu" && !hasAdapter) context.skip("this browser gives no WebGPU adapter");
    await using own = await openHarness(softwareGpu);
    const name = "samples at 4.8 a pixel";
    const [none, one, hundred] = await own.page.evaluate(
      ([backend, name]) => (window.golden as Golden).resources(backend, name, 100),
      [backend, name] as const,
    );
    expect(none.webgpu).toEqual({ buffers: 0, bufferBytes: 0, textures: 0, pipelines: 0 });
    expect(none.canvas2d).toEqual({ windows: 0, keptPictures: 0, memoryBytes: 0 });
    expect(hundred).toEqual(one);
    // Of the device the buffer of tiles and the pipelines stay; of the rasteriser its memory.
    expect(one.canvas2d).toMatchObject({ windows: 0, keptPictures: 0 });
    expect(one.webgpu.buffers).toBe(backend === "webgpu" ? 1 : 0);
    expect(one.webgpu.textures).toBe(0);
    expect(one.webgpu.pipelines > 0).toBe(backend === "webgpu");
    expect(one.canvas2d.memoryBytes > 0).toBe(backend === "canvas2d");
  });
