/** How far an export is, and how long it still takes, as it is said of either format. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ExportTrends } from "../../../../protocol/trend-export.ts";

const saved = vi.hoisted(() => ({ names: [] as string[] }));
vi.mock("../../../../ui/save-file.ts", () => ({ saveFile: (name: string) => void saved.names.push(name) }));

import { text } from "../../../../protocol/text/text.ts";
import { session } from "../../../session/state.ts";
import { type ExportProgress, exportFiles } from "./export-file.ts";

const wanted = {
  source: { data_object_id: 7, modality: "EEG" },
  ...({ isArtifactReduced: false, notch: 60, start_ms: 0, end_ms: 300_000 } as const),
};
const hearAll = () => {
  let ms = 0;
  const told: ExportProgress[] = [];
  return {
    told,
    hearer: {
      ...{ signal: new AbortController().signal, onProgress: (progress: ExportProgress) => void told.push(progress) },
      now: () => ms,
    },
    wait(by: number) {
      ms += by;
    },
  };
};
/** An answer of these parts, so many ms apart. */
const answer = (parts: readonly string[], wait: () => void) =>
  new Response(
    new ReadableStream(
      {
        pull(controller) {
          const [next, ...rest] = parts;
          parts = rest;
          if (next === undefined) return controller.close();
          wait();
          controller.enqueue(new TextEncoder().encode(next));
        },
      },
      { highWaterMark: 0 },
    ),
  );
beforeEach(() => {
  session.token = "a-token";
});
afterEach(() => {
  session.token = null;
  vi.unstubAllGlobals();
  saved.names = [];
});

it("says of an HDF5 how far it is made, and how long that still takes", async () => {
  const { told, hearer, wait } = hearAll();
  const parts = ['{"fraction":0.01}\n', '{"fraction":0.25}\n', '{"fraction":0.5}\n', '{"bytes":4}\n12', "34"];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    expect((JSON.parse(String(body)) as ExportTrends).tells_progress).toBe(true);
    return answer(parts, () => wait(2000));
  });
  expect(await exportFiles({ ...wanted, format: "hdf5" }, hearer)).toBe(1);
  expect(told.map(({ stage, fraction, leftMs }) => [stage, fraction, leftMs])).toEqual([
    ["making", null, null],
    ["making", 0.01, null],
    ["making", 0.25, 12_000],
    ["making", 0.5, 6000],
    ["coming", 0.5, null],
    ["coming", 1, 0],
  ]);
  expect(saved.names).toEqual(["EEG trends 7.h5"]);
});

it("says of the files of a CSV how much of each is here", async () => {
  const { told, hearer, wait } = hearAll();
  const line = "2026\n";
  vi.stubGlobal("fetch", async () => answer([line.repeat(5), `${line.repeat(5)}# end\r\n`], () => wait(1500)));
  expect(await exportFiles({ ...wanted, format: "csv" }, hearer)).toBe(2);
  expect(told.filter(({ file }) => file === 2).map(({ stage, fraction, leftMs }) => [stage, fraction, leftMs])).toEqual(
    [
      ["making", null, null],
      ["coming", 0.25, null],
      ["coming", 11 / 20, expect.closeTo(2250)],
    ],
  );
});

it.each([
  ['{"fraction":0.5}\n{"errorMessage":"There is no room."}\n', "There is no room."],
  ['{"fraction":0.5}\n', text.failed.cutOff],
  ['{"bytes":9}\n123', text.failed.cutOff],
])("saves nothing of what is not whole: %s", async (text, reason) => {
  vi.stubGlobal("fetch", async () => answer([text], () => undefined));
  const { hearer } = hearAll();
  await expect(exportFiles({ ...wanted, format: "hdf5" }, hearer)).rejects.toThrow(reason);
  expect(saved.names).toEqual([]);
});
