import { expect, it } from "vitest";
import { reviewCsvHead, reviewCsvLines } from "./review-csv.ts";
import { emptyResponses } from "./review-form.ts";

const recording = { start_ms: 1000, end_ms: 61_000, is_start_known: true, timezone: "Europe/Berlin" };
const line = {
  ...{ annotationId: 7, title: "=1+1", startMs: 2000, endMs: 3000.5, reader: "Ann, B", readerEmail: "@a.test" },
  ...{ savedAt: 0, isComplete: false, isBlind: true },
  responses: {
    ...emptyResponses,
    iic_pattern_type: "LRDA",
    iic_pattern_prevalence: 0,
    iic_pattern_time_of_max_frequency: 2500,
  },
};

it("names its columns", () => {
  expect(reviewCsvHead).toBe(
    "\ufeffannotation_id,title,start,end,onset_s,duration_s,reader,reader_email,saved_at,is_complete,is_answered_blind," +
      "iic_pattern_type,iic_pattern_location,iic_pattern_prevalence,iic_pattern_predominant_frequency,iic_pattern_max_frequency," +
      "iic_pattern_time_of_max_frequency,time_of_max_frequency_onset_s\r\n",
  );
});

it("writes a review, with what a spreadsheet would run behind an apostrophe", () => {
  expect(reviewCsvLines(recording)(line)).toBe(
    "7,'=1+1,1970-01-01T01:00:02.000+01:00,1970-01-01T01:00:03.0005+01:00,1,1.0005,\"Ann, B\",'@a.test," +
      "1970-01-01T00:00:00.000+00:00,no,yes,LRDA,,0,,,1970-01-01T01:00:02.500+01:00,1.5\r\n",
  );
});

it("has no times of day of a recording that does not say when it began", () => {
  expect(reviewCsvLines({ ...recording, is_start_known: false })(line)).toContain("7,'=1+1,,,1,1.0005,");
});
