/** EEG images of the embedded service against the picture of the EEG window of the same page, and what a GIF makes of them. */
import { expect, it } from "vitest";
import { montagesOf, openingMontageId } from "../../src/domain/montage/montage.ts";
import { usualPixelsPerMm } from "../../src/domain/screen-scale.ts";
import { compare, isAlike } from "../../src/render/compare.ts";
import { frameOf } from "../../src/render/frame.ts";
import { SoftwareRaster } from "../../src/render/software-raster.ts";
import { imageColours } from "../../src/server/eeg-service/colours.ts";
import { paletteOf } from "../../src/server/eeg-service/gif.ts";
import { makePicture } from "../../src/server/eeg-service/make.ts";
import type { ImageOrder } from "../../src/server/eeg-service/service.ts";
import { openRaster } from "../../src/signal/node.ts";
import { openDemoPages } from "./render/demo-page.ts";

const demo = await openDemoPages();
const { recording, startMs } = demo;
const montage = montagesOf(recording).find(({ id }) => id === openingMontageId(recording))?.name ?? "";
const read = async (...[recipe, grid]: Parameters<typeof demo.columns>) => demo.columns(recipe, grid);
const orderOf = (seconds: number, more: Partial<ImageOrder> = {}): ImageOrder => ({
  ...{ montage, sensitivity: 10, LFF: 1, HFF: 30, notch: 60, isArtifactReductionEnabled: false },
  ...{ start: startMs, end: startMs + seconds * 1000, width: 1600, height: 900, ratio: 1 },
  pixelsPerMm: usualPixelsPerMm,
  ...more,
});

async function draw(order: ImageOrder): Promise<Uint8Array> {
  const picture = await makePicture(recording, order, read);
  if (picture === null) throw new Error("there is no such montage");
  return picture.pixels;
}

it.each([
  [2, 1],
  [10, 1],
  [30, 1],
  [30, 2],
])("draws a page of %s s at a ratio of %s as the EEG window does", async (seconds, ratio) => {
  const { view, tiles } = demo.page(seconds, { width: 1600 / ratio, height: 900 / ratio, ratio });
  const raster = new SoftwareRaster(openRaster());
  let own = new Uint8Array(0);
  raster.draw(frameOf(view, tiles), (pixels) => {
    own = pixels.slice();
  });
  const difference = compare(await draw(orderOf(seconds, { ratio })), own, 1600);
  expect(difference, JSON.stringify(difference)).toSatisfy(isAlike);
});

it("keeps plain colours in 256, and no pixel is off by more than 16 of 255", async () => {
  const pixels = await draw(orderOf(30));
  const { index, palette } = paletteOf(new Uint32Array(pixels.buffer));
  expect(palette.length).toBeLessThanOrEqual(256);
  let most = 0;
  for (let k = 0; k < index.length; k++)
    for (let part = 0; part < 3; part++)
      most = Math.max(most, Math.abs(palette[index[k]][part] - pixels[4 * k + part]));
  expect(most).toBeLessThanOrEqual(16);
  const { plot, sides } = imageColours.light;
  for (const colour of [plot.background, plot.second, plot.fifthSecond, sides.left, sides.right])
    expect(palette).toContainEqual(colour.slice(0, 3).map((part) => Math.round(255 * part)));
});

it("draws flagged blocks grey with artifact reduction on, every pixel as high as without", async () => {
  const order = orderOf(30);
  const off = await draw(order);
  const on = await draw({ ...order, isArtifactReductionEnabled: true });
  const least = (pixels: Uint8Array, k: number) => Math.min(...pixels.subarray(4 * k, 4 * k + 3));
  let changed = 0;
  for (let k = 0; k < off.length / 4; k++) {
    // Under a tenth of ink rounds away in one colour and not in the other.
    const isInk = [off, on].map((pixels) => least(pixels, k) < 170);
    if (isInk.includes(true)) expect(Math.max(least(off, k), least(on, k)), `pixel ${k}`).toBeLessThan(240);
    if (off[4 * k] !== on[4 * k]) changed++;
  }
  expect(changed).toBeGreaterThan(0);
});

it("draws a block grey in which an electrode of a row is at its rail for one sample", async () => {
  const order = orderOf(10, { isArtifactReductionEnabled: true });
  const [{ channels, sampling_hz: samplingHz }] = recording.groups;
  const code = { rail: -32_768, beside: -32_766 };
  const sample = ((startMs - recording.start_ms) / 1000) * samplingHz + 1500;
  /** With that code at a sample of the first EEG channel. */
  const pictureWith = async (stored: number | null) => {
    const { gain, offset } = channels[0];
    const struck: typeof read = async (recipe, grid) => {
      const columns = await read(recipe, grid);
      const row = recipe.derivations.findIndex(
        ({ first, second }) => second.kind === "zero" && first.kind === "channel" && first.index === 0,
      );
      const at = row * grid.columns + Math.floor(sample / grid.samplesPerColumn) - grid.firstColumn;
      if (stored !== null && row >= 0) {
        const uv = stored * gain + offset;
        columns.data[2 * at] = Math.min(columns.data[2 * at], uv);
        columns.data[2 * at + 1] = Math.max(columns.data[2 * at + 1], uv);
      }
      return columns;
    };
    const picture = await makePicture(recording, order, struck);
    return Buffer.from(picture?.pixels ?? []);
  };
  const [without, beside, railed] = [
    await pictureWith(null),
    await pictureWith(code.beside),
    await pictureWith(code.rail),
  ];
  expect(beside.equals(without)).toBe(true);
  expect(railed.equals(without)).toBe(false);
});

it("draws no ECG grey: its beats are louder and faster than any EEG may be", async () => {
  const ecg = imageColours.light.sides.aux.slice(0, 3).map((part) => Math.round(255 * part));
  const inked = async (isArtifactReductionEnabled: boolean) => {
    const pixels = await draw(orderOf(10, { isArtifactReductionEnabled }));
    let count = 0;
    for (let k = 0; k < pixels.length; k += 4) if (ecg.every((part, at) => pixels[k + at] === part)) count++;
    return count;
  };
  const off = await inked(false);
  expect(off).toBeGreaterThan(100);
  expect(await inked(true)).toBe(off);
});

it("draws nothing grey of what is not calibrated or no voltage: its rules are in uV", async () => {
  const order = orderOf(30);
  const drawnOf = async (
    more: Partial<(typeof recording.groups)[0]["channels"][0]>,
    isArtifactReductionEnabled: boolean,
  ) => {
    const groups = recording.groups.map((group) => ({
      ...group,
      channels: group.channels.map((channel) => ({ ...channel, ...more })),
    }));
    const picture = await makePicture({ ...recording, groups }, { ...order, isArtifactReductionEnabled }, read);
    return Buffer.from(picture?.pixels ?? []);
  };
  for (const more of [{ is_uncalibrated: true }, { unit: "mmHg" }])
    expect((await drawnOf(more, true)).equals(await drawnOf(more, false)), JSON.stringify(more)).toBe(true);
});
