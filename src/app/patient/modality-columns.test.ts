import { expect, it } from "vitest";
import { modalityColumns } from "./modality-columns.ts";

it("writes times as the reader chose", () => {
  const start_time = Date.UTC(2026, 5, 3, 18, 14);
  const row = { start_time } as Parameters<ReturnType<typeof modalityColumns>[number]["text"]>[0];
  const said = (hours: 12 | 24) =>
    modalityColumns("America/New_York", hours)
      .find(({ id }) => id === "start_time")
      ?.text(row);
  expect([said(12), said(24)]).toEqual(["06/03/2026 02:14 PM", "06/03/2026 14:14"]);
});
