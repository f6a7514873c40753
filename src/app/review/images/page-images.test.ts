import { expect, it, vi } from "vitest";
import type { PageWindow } from "../../../feed/types.ts";
import type { Page } from "../../../protocol/page-codec.ts";
import { type ImagePage, PageImages } from "./page-images.ts";

const pageAt = (k: number): ImagePage => ({
  key: `page ${k}`,
  place: `page ${k}`,
  span: { startMs: 1000 * k, endMs: 1000 * (k + 1) },
  untilMs: 1000 * (k + 1),
  request: {} as ImagePage["request"],
});
const image = { blocks: [{ kind: "image", data: new Uint8Array(4) }] } as unknown as Page;

function world({ fails = false, failed = new Map<string, string>() } = {}) {
  const here = new Map<string, Page>();
  const wanted: string[][] = [];
  const closed = vi.fn();
  const changes = vi.fn();
  const pages = {
    want: (all: readonly { key: string }[]) => wanted.push(all.map(({ key }) => key)),
    page: (key: string) => here.get(key),
    failureOf: (key: string) => failed.get(key) ?? null,
  } as unknown as PageWindow;
  const decode = async () => {
    if (fails) throw new Error("none");
    return { close: closed } as unknown as ImageBitmap;
  };
  return { here, wanted, closed, changes, images: new PageImages(pages, { decode, onChange: changes }) };
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it("asks for what is beside the view once that is decoded, and for nothing that is here", async () => {
  const { here, wanted, images, changes } = world();
  images.want([pageAt(3)], [pageAt(4), pageAt(2)], []);
  expect(wanted).toEqual([["page 3"]]);
  images.arrived();
  expect(wanted).toHaveLength(1);
  here.set("page 3", image);
  images.arrived();
  images.arrived();
  expect(wanted).toHaveLength(1);
  await settled();
  expect(wanted.slice(1)).toEqual([["page 4", "page 2"]]);
  expect(changes).toHaveBeenCalledOnce();
  expect(images.shown().map(({ page }) => page.key)).toEqual(["page 3"]);
  images.want([pageAt(3)], [pageAt(4)], []);
  expect(wanted.at(-1)).toEqual(["page 4"]);
});

it("asks for what is beside a view that failed", () => {
  const failed = new Map<string, string>();
  const { wanted, images } = world({ failed });
  images.want([pageAt(3)], [pageAt(4)], []);
  failed.set("page 3", "Persyst is unavailable");
  images.arrived();
  expect(wanted).toEqual([["page 3"], ["page 3", "page 4"]]);
});

it("keeps 200 pages, the nearest ones, and decodes those beside the view alone", async () => {
  const { here, images, closed } = world();
  for (let k = 0; k < 230; k++) {
    here.set(`page ${k}`, image);
    images.want([pageAt(k)], [], []);
    await settled();
  }
  expect(images.count).toBe(200);
  expect(closed).toHaveBeenCalledTimes(229);
  here.clear();
  images.want([pageAt(40)], [], []);
  await settled();
  expect(images.shown()).toHaveLength(1);
  images.want([pageAt(10)], [], []);
  expect(images.shown()).toHaveLength(0);
});

it("says of what is no picture that it could not be decoded, and warns", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { here, images } = world({ fails: true });
  here.set("page 1", image);
  images.want([pageAt(1)], [], []);
  await settled();
  expect(images.failureOf(pageAt(1))).toBe("Failed to decode data.");
  expect(warned).toHaveBeenCalledWith("image.not_decoded");
  warned.mockRestore();
});
