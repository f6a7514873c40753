// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { screenText } from "../../../protocol/text/screen-text.ts";
import { all, type Drawn, draw, settle } from "../../../ui/test-render.tsx";
import { PictureTestPage } from "./PictureTestPage.tsx";
import type { PictureResult, PictureWorld } from "./picture-test.ts";

const told = vi.hoisted(() => ({ worlds: [] as unknown[], backend: "webgpu" }));
vi.mock("@tanstack/react-query", () => ({ useQuery: () => ({ data: {}, error: null }) }));
vi.mock("@tanstack/react-router", () => ({ useSearch: () => ({}) }));
vi.mock("../../../feed/index.ts", () => ({ createFeed: () => ({ [Symbol.dispose]: () => undefined }) }));
vi.mock("../../session/index.ts", () => ({ sessionToken: () => null, workspaceId: () => null }));
vi.mock("../../shell/index.ts", () => ({ useTitle: () => undefined }));
vi.mock("../../screen/index.ts", async () => {
  const { proxy } = await import("valtio");
  return { screenScale: proxy({ pixelsPerMm: 4 }) };
});
vi.mock("./picture-test.ts", () => ({
  pictureChecks: [{ id: "samples" }],
  async testPicture(_: unknown, world: PictureWorld): Promise<PictureResult> {
    told.worlds.push(world);
    const difference = { most: 0, at: { x: 0, y: 0 } };
    const size = { width: 100, height: 50, ratio: 1 };
    return { isRight: true, isPixelExact: true, difference, size, backend: told.backend } as unknown as PictureResult;
  },
}));

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
});

it("is done anew when another engine takes over the drawing: what was said is of the one before", async () => {
  drawn = await draw(<PictureTestPage />);
  await settle();
  const said = () => all("status").map(({ textContent }) => textContent ?? "");
  expect(said()).toEqual([expect.stringContaining(screenText.test.backends.webgpu)]);
  const [before] = told.worlds as PictureWorld[];
  told.backend = "canvas2d";
  await act(async () => before.onOther());
  await settle();
  expect([told.worlds.length, before.signal.aborted]).toEqual([2, true]);
  expect(said()).toEqual([expect.stringContaining(screenText.test.backends.canvas2d)]);
});
