/** The page of the golden tests: draws scenes with a back end and gives the pictures back. */
import {
  type BackendChange,
  createTraceRenderer,
  frameOf,
  type LiveResources,
  liveResources,
  type RendererHandle,
  releaseDevice,
} from "../../../src/render/index.ts";
import type { TraceView } from "../../../src/render/types.ts";
import { frames } from "./frames.ts";
import { scenes } from "./scenes.ts";

type Backend = RendererHandle["backend"];

export interface Golden {
  /** True when the page gets a WebGPU adapter of any kind. */
  hasAdapter(): Promise<boolean>;
  /** Picture of a scene, as base64 of RGBA rows, and the back end that really drew it. */
  draw(backend: Backend, scene: string, changes?: Partial<TraceView>): Promise<{ backend: Backend; pixels: string }>;
  /** The same of a frame. */
  drawFrame(backend: Backend, frame: string): Promise<{ backend: Backend; pixels: string }>;
  /** The same of a scene after so many pixels to the right, one frame each, of the same scene. */
  moved(backend: Backend, scene: string, shifts: readonly number[]): Promise<string[]>;
  /**
   * Draws on WebGPU and destroys the device, and the next one, as soon as it draws. What is shown after each change of the back
   * end without another draw, and the back end that a window opened after all of it gets.
   */
  loseDevices(scene: string): Promise<{ before: Backend; shown: AfterChange[]; opened: Backend }>;
  /** What the renderers hold at first, after the first window was open, and after so many more: opened, drawn, closed. */
  resources(backend: Backend, scene: string, windows: number): Promise<LiveResources[]>;
  /** What the canvas on the page shows right after a draw, as base64 of RGBA rows. */
  shown(backend: Backend, scene: string): Promise<string>;
  /** Validation errors of the device since the page was opened. */
  readonly errors: string[];
}

export interface AfterChange {
  readonly change: BackendChange;
  readonly pixels: string;
  readonly canvases: number;
}

declare global {
  interface Window {
    golden?: Golden;
  }
}

const host = document.querySelector<HTMLElement>("#host") as HTMLElement;
const handles = new Map<Backend, RendererHandle>();
const errors: string[] = [];

async function handleOf(backend: Backend): Promise<RendererHandle> {
  const known = handles.get(backend);
  if (known !== undefined) return known;
  const made = await createTraceRenderer({
    host,
    prefer: backend,
    onRedraw: () => undefined,
    onBackendChange: (change) => errors.push(`changed from ${change.from} to ${change.to}: ${change.reason}`),
    onGpuError: (message) => errors.push(message),
  });
  handles.set(backend, made);
  return made;
}

function toBase64(bytes: Uint8ClampedArray): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

window.golden = {
  errors,
  hasAdapter: async () => (await navigator.gpu?.requestAdapter()) != null,
  async draw(backend, name, changes) {
    const { view, tiles } = scenes[name]();
    const handle = await handleOf(backend);
    handle.draw(frameOf({ ...view, ...changes }, tiles));
    return { backend: handle.backend, pixels: toBase64(await handle.readPixels()) };
  },
  async drawFrame(backend, name) {
    const handle = await handleOf(backend);
    handle.draw(frames[name]());
    return { backend: handle.backend, pixels: toBase64(await handle.readPixels()) };
  },
  async moved(backend, name, shifts) {
    const { view, tiles } = scenes[name]();
    const handle = await handleOf(backend);
    const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
    const pictures: string[] = [];
    for (const shift of shifts) {
      handle.draw(frameOf({ ...view, startSample: (firstPixel + shift) * view.samplesPerPixel }, tiles));
      pictures.push(toBase64(await handle.readPixels()));
    }
    return pictures;
  },
  async shown(backend, name) {
    const { view, tiles } = scenes[name]();
    const handle = await handleOf(backend);
    handle.draw(frameOf(view, tiles));
    const copy = new OffscreenCanvas(view.width, view.height).getContext("2d", { willReadFrequently: true });
    if (copy === null) throw new Error("No 2D context");
    copy.drawImage(handle.canvas, 0, 0);
    return toBase64(copy.getImageData(0, 0, view.width, view.height).data);
  },
  async loseDevices(name) {
    const { view, tiles } = scenes[name]();
    const shown: Promise<AfterChange>[] = [];
    const handle = await createTraceRenderer({
      host,
      prefer: "webgpu",
      onRedraw: () => draw(),
      onBackendChange(change) {
        const canvases = host.querySelectorAll("canvas").length;
        shown.push(handle.readPixels().then((pixels) => ({ change, canvases, pixels: toBase64(pixels) })));
        changed();
      },
    });
    let changed = () => {};
    const draw = () => {
      // Each time of memory that holds something else as soon as it is drawn.
      const lent = tiles.map((tile) => ({ ...tile, data: tile.data.slice(), breaks: tile.breaks.slice() }));
      handle.draw(frameOf(view, lent));
      for (const { data, breaks } of lent) {
        data.fill(1e6);
        breaks.fill(1);
      }
    };
    const changes = async (count: number) => {
      while (shown.length < count) await new Promise<void>((resolve) => (changed = resolve));
      await shown[count - 1];
    };
    const before = handle.backend;
    draw();
    releaseDevice();
    await changes(2);
    releaseDevice();
    await changes(3);
    const other = await createTraceRenderer({ host, prefer: "webgpu", onRedraw: () => undefined });
    const opened = other.backend;
    other[Symbol.dispose]();
    handle[Symbol.dispose]();
    return { before, shown: await Promise.all(shown), opened };
  },
  async resources(backend, name, windows) {
    const { view, tiles } = scenes[name]();
    const read: LiveResources[] = [liveResources()];
    const openAndClose = async () => {
      const handle = await createTraceRenderer({ host, prefer: backend, onRedraw: () => undefined });
      handle.draw(frameOf(view, tiles));
      if (backend === "webgpu") await handle.readPixels();
      handle[Symbol.dispose]();
    };
    await openAndClose();
    read.push(liveResources());
    for (let k = 0; k < windows; k++) await openAndClose();
    read.push(liveResources());
    return read;
  },
};
