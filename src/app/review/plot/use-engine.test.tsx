// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { TraceRenderer } from "../../../render/types.ts";
import { type Drawn, draw } from "../../../ui/test-render.tsx";
import { type Engine, useEngine } from "./use-engine.ts";

const page = vi.hoisted(() => ({ hasLost: false }));
vi.mock("../../../render/index.ts", () => ({ hasLostDevice: () => page.hasLost }));

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  page.hasLost = false;
});

const by = (backend: TraceRenderer["backend"]) => ({ backend }) as TraceRenderer;

async function open() {
  let engine: Engine | null = null;
  const heard = vi.fn();
  const rendered = vi.fn();
  function Window() {
    rendered();
    engine = useEngine(heard);
    return null;
  }
  drawn = await draw(<Window />);
  return {
    heard,
    rendered,
    tell: (made: TraceRenderer | null) => act(async () => engine?.onRenderer(made)),
    said: () => [engine?.state.backend, engine?.state.hasLostGpu],
  };
}

it("goes on saying that the graphics card was lost, also of a plot that is made anew in software", async () => {
  const { said, tell, heard } = await open();
  await tell(by("webgpu"));
  expect(said()).toEqual(["webgpu", false]);
  page.hasLost = true;
  await tell(by("canvas2d"));
  expect(said()).toEqual(["canvas2d", true]);
  await tell(null);
  expect(said()).toEqual([null, false]);
  await tell(by("canvas2d"));
  expect(said()).toEqual(["canvas2d", true]);
  await tell(by("webgpu"));
  expect(said()).toEqual(["webgpu", false]);
  expect(heard).toHaveBeenCalledTimes(5);
});

it("says nothing of a loss where there never was a card", async () => {
  const { said, tell } = await open();
  await tell(by("canvas2d"));
  expect(said()).toEqual(["canvas2d", false]);
});

it("draws the window around it no second time", async () => {
  const { tell, rendered } = await open();
  const before = rendered.mock.calls.length;
  await tell(by("canvas2d"));
  expect(rendered).toHaveBeenCalledTimes(before);
});
