// @vitest-environment happy-dom
import { act } from "react";
import { proxy } from "valtio";
import { afterEach, expect, it, vi } from "vitest";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { asInMontage } from "../../../../domain/montage/row-arrangement.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { draw, one, type Drawn as Page } from "../../../../ui/test-render.tsx";
import type { Saying } from "../../annotations/types.ts";
import { createMontageLibrary, withoutAux } from "../../rows/drawn.ts";
import { Caption } from "./Caption.tsx";
import { usualSdProps } from "./props.ts";
import { SheetCounts } from "./SheetCounts.tsx";
import { type SdWindow, SdWindowContext } from "./sd-window.ts";
import { giveVerdict, type SheetRow, sheetRows } from "./sheet-rows.ts";
import { Worksheet } from "./Worksheet.tsx";
import { words } from "./words.ts";

let page: Page | undefined;
afterEach(async () => {
  await page?.remove();
  page = undefined;
});

/** Of a feed that does not change. */
function readoutOf(kind: string) {
  const now = { kind };
  return { read: () => now, subscribe: () => () => {} };
}

/** The SD montage over a recording that has a few of its electrodes. */
function windowOver(labels: readonly string[], change: object): { drawn: Drawn; window: SdWindow } {
  const channels = labels.map((label) => ({
    label,
    unit: "uV",
    is_uncalibrated: false,
    prefilter: "HP:DC",
    ...change,
  }));
  const recording = {
    ...{ data_object_id: 1, obj_name: "x.edf", start_ms: 0, end_ms: 3_600_000, is_start_known: true, timezone: "UTC" },
    groups: [{ modality: "EEG", kind: "eeg", sampling_hz: 256, channels }],
  } as unknown as RecordingDetail;
  const drawn = withoutAux(createMontageLibrary(recording).drawn(6, asInMontage) as Drawn);
  const detection = {
    state: proxy({ version: 0 }),
    pages: () => [],
    candidates: () => [],
    events: () => [],
    isComplete: () => true,
    provisionalFromMs: () => null,
  };
  const window = {
    ...{ recording, detection, clock: clockOf(recording), drawn: () => drawn },
    props: proxy({ ...usualSdProps(6), autoDetectionEnabled: false }),
    timeline: proxy({ startMs: 0, endMs: 3_600_000 }),
    worksheet: { detection, sheet: proxy({ isOpen: true }) },
    readout: readoutOf("loading"),
    annotations: { state: proxy({ revision: 0 }), table: { inOrder: () => [] }, pointing: null },
  } as unknown as SdWindow;
  return { drawn, window };
}

it("names no time before the recording from which on what was found is provisional", async () => {
  const { drawn, window } = windowOver(["Fz", "Cz", "Pz"], {});
  window.props.autoDetectionEnabled = true;
  const said = async (fromMs: number) => {
    window.detection.provisionalFromMs = () => fromMs;
    page = await draw(
      <SdWindowContext value={window}>
        <Caption drawn={drawn} />
      </SdWindowContext>,
    );
    const text = document.body.textContent;
    await page.remove();
    return text;
  };
  expect(await said(-1_500_000)).toContain(words.allProvisional);
  expect(await said(1_800_000)).toContain("Provisional from 01/01/1970 12:30:00 AM on");
});

it("does not look for events while no server takes the window in", async () => {
  const { drawn, window } = windowOver(["Fz", "Cz", "Pz"], {});
  window.props.autoDetectionEnabled = true;
  window.detection.isComplete = () => false;
  const said = async (kind: string) => {
    Object.assign(window, { readout: readoutOf(kind) });
    page = await draw(
      <SdWindowContext value={window}>
        <Caption drawn={drawn} />
      </SdWindowContext>,
    );
    const text = page.place.querySelector('[data-part="findings"]')?.textContent;
    await page.remove();
    return text;
  };
  expect(await said("loading")).toContain("Looking for events");
  expect(await said("disconnected")).toContain("not all events in view are known");
});

it("speaks of the high-pass of rows that are there", async () => {
  const { drawn, window } = windowOver(["Fz", "Cz", "Pz"], {});
  page = await draw(
    <SdWindowContext value={window}>
      <Caption drawn={drawn} />
    </SdWindowContext>,
  );
  expect(document.body.textContent).not.toContain("Own high-pass unknown");
  await page.remove();
  const untold = windowOver(["Fz", "Cz", "Pz"], { prefilter: "" });
  page = await draw(
    <SdWindowContext value={untold.window}>
      <Caption drawn={untold.drawn} />
    </SdWindowContext>,
  );
  expect(document.body.textContent).toContain(words.highPassUnknown(2, 2));
});

for (const [change, said] of [
  [{}, words.sheet.none],
  [{ is_uncalibrated: true }, words.findings.noRows],
] as const)
  it(`says in the worksheet: ${said}`, async () => {
    const { window } = windowOver(["Fz", "Cz", "Pz"], change);
    page = await draw(
      <SdWindowContext value={window}>
        <Worksheet focusPlot={() => {}} />
      </SdWindowContext>,
    );
    const others = [words.sheet.none, words.findings.noRows].filter((each) => each !== said);
    expect(document.body.textContent).toContain(said);
    for (const other of others) expect(document.body.textContent).not.toContain(other);
  });

it("sums the counts of the whole file in a last line that stays in view", async () => {
  const { window } = windowOver(["Fz", "Cz", "Pz"], {});
  const row = (hour: number, verdict: "accepted" | null, is_confirmed: boolean) =>
    ({ candidate: { onset_ms: hour * 3_600_000, is_confirmed }, verdict }) as SheetRow;
  const rows = [row(1, "accepted", true), row(1, null, true), row(5, null, true), row(9, null, false)];
  page = await draw(
    <SdWindowContext value={window}>
      <SheetCounts rows={rows} />
    </SdWindowContext>,
  );
  const lines = [...document.querySelectorAll("tr")].map(({ textContent }) => textContent ?? "");
  expect(lines.map((line) => line.slice(-4))).toEqual(["lone", "1010", "0010", "0001", "1021"]);
  expect(lines.at(-1)).toContain(words.sheet.total);
  // What scrolls is the table alone, not what stands under it.
  expect(document.querySelector("table")?.parentElement?.textContent).not.toContain(words.sheet.countsHint);
});

it("takes A and R for verdicts, also of a keyboard without Latin letters", async () => {
  const { drawn, window } = windowOver(["Fz", "Cz", "Pz"], {});
  const drawnRow = drawn.channels.find(({ name }) => name === "Fz-Cz");
  const found = {
    channel: "Fz-Cz",
    row: 0,
    onset_ms: 60_000,
    amplitude_uv: 200,
    depression_db: 5,
    spread: [],
    drawnRow,
  };
  window.worksheet.detection.candidates = () => [{ ...found, is_confirmed: false, is_provisional: false }] as never;
  const sayAll = vi.fn((sayings: readonly Saying[]) => sayings.length > 0);
  Object.assign(window.annotations, { pointing: { sayAll, isOwn: () => false } });
  page = await draw(
    <SdWindowContext value={window}>
      <Worksheet focusPlot={() => {}} />
    </SdWindowContext>,
  );
  const presses = [
    { key: "A" },
    { key: "\u0444", code: "KeyA" },
    { key: "\u043a", code: "KeyR" },
    { key: "a", ctrlKey: true },
  ];
  for (const press of presses)
    await act(async () =>
      one("grid", words.sheet.list).dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...press })),
    );
  const said = sayAll.mock.calls.map(([[{ content }]]) => content.annotation_text);
  expect(said).toEqual(["SD Fz-Cz", "SD Fz-Cz", "No SD Fz-Cz"]);
});

it("replaces the reader's own contrary verdict also where a colleague's newer one says the same, and says nothing twice", () => {
  const { drawn, window } = windowOver(["Fz", "Cz", "Pz"], {});
  const drawnRow = drawn.channels.find(({ name }) => name === "Fz-Cz");
  const found = { channel: "Fz-Cz", row: 0, onset_ms: 60_000, amplitude_uv: 200, depression_db: 5, spread: [] };
  window.worksheet.detection.candidates = () => [{ ...found, drawnRow, is_confirmed: true }] as never;
  const annotation = (ref: number, tag: string) => ({
    ...{ ref, timestamp: ref, start_time: 60_000, tags: [tag], modalities: ["Cz", "Fz"] },
  });
  const table = (all: readonly ReturnType<typeof annotation>[]) => ({
    ...{ inOrder: () => all.map((_, k) => k), style: all.map((_, k) => k), styles: { list: all } },
    at: (k: number) => all[k],
  });
  const sayAll = vi.fn((sayings: readonly Saying[]) => sayings.length > 0);
  Object.assign(window.annotations, {
    table: table([annotation(1, "SD rejected"), annotation(2, "SD accepted")]),
    pointing: { sayAll, isOwn: (ref: number) => ref === 1 },
  });
  expect(sheetRows(window)[0].verdict).toBe("accepted");
  expect(giveVerdict(window, sheetRows(window), "accepted")).toBe(true);
  expect(sayAll.mock.calls.map(([sayings]) => sayings.map(({ said }) => said))).toEqual([[[2, 1]]]);
  Object.assign(window.annotations, { table: table([annotation(2, "SD accepted")]) });
  expect(giveVerdict(window, sheetRows(window), "accepted")).toBe(true);
  expect(sayAll).toHaveBeenCalledTimes(1);
});
