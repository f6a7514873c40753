/** The picture of a frame as RGBA bytes, made in the rasteriser's own memory. Needs no DOM. */
import type { RasterCore } from "../signal/raster.ts";
import { checkClips, isWhole } from "./frame.ts";
import { groundPeriod, paintGround } from "./ground.ts";
import { KeptPicture } from "./kept-picture.ts";
import type { SoftwareGround, SoftwareTarget } from "./pass.ts";
import { openSoftwarePasses } from "./passes.ts";
import { rooms, spareRows } from "./raster-rooms.ts";
import type { Frame } from "./types.ts";

/** Called for each strip of the picture, left to right: `pixels` are `height` rows of `width` RGBA pixels, valid in the call. */
export type PutStrip = (pixels: Uint8Array<ArrayBuffer>, x: number, width: number, height: number) => void;

const pictureRoom = rooms.work - rooms.picture;
const mostWidth = 16_384;
const mostHeight = 16_384;

/** Make one of these for each instance of the rasteriser: it owns the memory. */
export class SoftwareRaster {
  private readonly passes: ReturnType<typeof openSoftwarePasses>;
  private readonly kept = new KeptPicture();
  /** Byte of the picture's part of the memory at which the picture begins. */
  private pictureAt = 0;

  constructor(private readonly core: RasterCore) {
    this.passes = openSoftwarePasses(core);
  }

  /**
   * Draws the frame and hands the picture over in one strip, or several when it is very large.
   * Throws RangeError above 16384 x 16384 pixels, for a clip outside of the picture, and where a pass does.
   */
  draw(frame: Frame, put: PutStrip): void {
    const { width, height } = frame;
    if (width > mostWidth || height > mostHeight)
      throw new RangeError(`A picture of ${width} x ${height} pixels is too large`);
    checkClips(frame);
    if (width === 0 || height === 0) return;
    const groundStride = 4 * width;
    const ground = this.core.u8.subarray(rooms.ground, rooms.ground + groundPeriod(frame) * groundStride);
    paintGround(frame, ground, groundStride);

    const stripWidth = Math.min(width, Math.floor(pictureRoom / (4 * (height + spareRows))));
    const move =
      stripWidth === width
        ? this.kept.moveTo(frame, ground, (was, now) => this.passes[now.kind].moved?.(was, now) ?? null)
        : null;
    this.kept.forget();
    if (move !== null) {
      this.slide(move.by, groundStride, height);
      const { from, count } = move;
      if (count > 0) this.drawPart(frame, { x: from, width: count, at: 4 * from, stride: groundStride });
      put(this.pictureOf(groundStride * height), 0, width, height);
      this.kept.remember(frame, ground);
      return;
    }
    this.pictureAt = 0;
    for (let x = 0; x < width; x += stripWidth) {
      const strip = Math.min(stripWidth, width - x);
      const stride = 4 * strip;
      this.drawPart(frame, { x, width: strip, at: 0, stride });
      put(this.pictureOf(stride * height), x, strip, height);
    }
    if (stripWidth === width) this.kept.remember(frame, ground);
  }

  get keepsPicture(): boolean {
    return this.kept.isKept;
  }

  /** The next picture is drawn as a whole; nothing of the last one is held. */
  forget(): void {
    this.kept.forget();
  }

  private pictureOf(bytes: number): Uint8Array<ArrayBuffer> {
    const from = rooms.picture + this.pictureAt;
    return this.core.u8.subarray(from, from + bytes);
  }

  /**
   * Moves the picture `by` pixels to the left (negative: right). Its rows follow each other without room between them, so that
   * it moves when it begins elsewhere: bytes are copied only where the arena ends.
   */
  private slide(by: number, stride: number, height: number): void {
    const { u8 } = this.core;
    const bytes = stride * height;
    const last = pictureRoom - stride * (height + spareRows);
    const was = rooms.picture + this.pictureAt;
    this.pictureAt += 4 * by;
    if (this.pictureAt > last) {
      u8.copyWithin(rooms.picture, was + 4 * by, was + bytes);
      this.pictureAt = 0;
    } else if (this.pictureAt < 0) {
      u8.copyWithin(rooms.picture + last - 4 * by, was, was + bytes + 4 * by);
      this.pictureAt = last;
    }
  }

  /** Pixels [x, x + width) of the frame, to byte `at` of the picture. The rows of the ground are there. */
  private drawPart(
    frame: Frame,
    { x, width, at, stride }: { x: number; width: number; at: number; stride: number },
  ): void {
    const { layers, height } = frame;
    const target: SoftwareTarget = { x, width, height, at: rooms.picture + this.pictureAt + at, stride };
    const ground: SoftwareGround = {
      at: rooms.ground + 4 * x,
      stride: 4 * frame.width,
      period: groundPeriod(frame),
    };
    const first = layers.at(0);
    const isPainted = first !== undefined && this.passes[first.kind].paintsGround && isWhole(first.clip, frame);
    if (!isPainted) this.paint(target, ground);
    layers.forEach((layer, k) => {
      this.passes[layer.kind].draw(layer, target, isPainted && k === 0 ? ground : null);
    });
  }

  private paint({ at, stride, width, height }: SoftwareTarget, ground: SoftwareGround): void {
    for (let y = 0; y < height; y++) {
      const row = ground.at + (y % ground.period) * ground.stride;
      this.core.u8.copyWithin(at + y * stride, row, row + 4 * width);
    }
  }
}
