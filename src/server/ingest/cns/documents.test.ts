import { expect, it } from "vitest";
import { bytesSource } from "../byte-source.ts";
import { type RecordedTime, readEvents } from "./documents.ts";

const readIn = (xml: string, zone: string, recorded: RecordedTime) =>
  readEvents(bytesSource(new TextEncoder().encode(`<Events>${xml}</Events>`)), zone, recorded);

it("cuts a very long text of an event without leaving half a character", async () => {
  const xml = `<Event><Name>${"x".repeat(4095)}\u{1f9e0}</Name><StartTime>2026-01-02 03:04:05</StartTime></Event>`;
  const { annotations } = await readIn(xml, "UTC", { startUs: 1, endUs: null });
  expect(annotations.map(({ text }) => text)).toEqual(["x".repeat(4095)]);
});

it("takes of a time of day that clocks going back repeat the one at which was recorded, and counts what both could be", async () => {
  // In New York 1:30 AM of that day was at 5:30 and at 6:30 UTC.
  const [first, second] = [Date.UTC(2025, 10, 2, 5, 30), Date.UTC(2025, 10, 2, 6, 30)];
  const at = (time: string) => `<Event><Name>a</Name><StartTime>2025-11-02 ${time}</StartTime></Event>`;
  const timesOf = async (time: string, from: number | null, to: number | null) => {
    const recorded = { startUs: (from ?? 0) * 1000, endUs: to === null ? null : to * 1000 };
    const { annotations, twofold } = await readIn(at(time), "America/New_York", recorded);
    return [...annotations.map(({ start_time }) => start_time), twofold];
  };
  const hour = 3_600_000;
  expect(await timesOf("01:30:00", second - hour / 2, second + hour)).toEqual([second, 0]);
  expect(await timesOf("01:30:00", second - hour / 2, null)).toEqual([second, 0]);
  expect(await timesOf("01:30:00.25", first - hour, first + hour / 2)).toEqual([first + 250, 0]);
  expect(await timesOf("01:30:00", first - hour, second + hour)).toEqual([first, 1]);
  // Just before what is recorded, and with a zone of its own.
  expect(await timesOf("01:30:00", second + 10_000, second + hour)).toEqual([second, 0]);
  expect(await timesOf("01:30:00-04:00", second - hour / 2, second + hour)).toEqual([first, 0]);
  expect(await timesOf("00:30:00", second, second + hour)).toEqual([first - hour, 0]);
});
