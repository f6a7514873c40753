import { expect, it } from "vitest";
import { uploadColumns, uploadTime } from "./columns.ts";

it("writes when an upload began in the patient's zone, by the clock that the reader chose", () => {
  const ms = Date.parse("2026-06-03T10:14:05Z");
  const timezone = "America/New_York";
  expect(uploadTime(ms, { timezone, hours: 12 })).toBe("06/03/2026 06:14:05 AM");
  const [began] = uploadColumns({ timezone, hours: 24 });
  expect(began.text({ _timestamp: ms } as never)).toBe("06/03/2026 06:14:05");
});
