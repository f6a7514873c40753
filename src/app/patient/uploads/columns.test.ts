import { expect, it } from "vitest";
import { uploadColumns, uploadTime } from "./columns.ts";

it("writes when an upload began in the viewer's zone, by the clock that the reader chose", () => {
  const ms = Date.parse("2026-06-03T10:14:05Z");
  expect(uploadTime(ms, 12)).toBe("06/03/2026 10:14:05 PM");
  const [began] = uploadColumns(24);
  expect(began.text({ _timestamp: ms } as never)).toBe("06/03/2026 22:14:05");
});
