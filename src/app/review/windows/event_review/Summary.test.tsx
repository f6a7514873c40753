// @vitest-environment happy-dom

import { proxy } from "valtio";
import { expect, it } from "vitest";
import { emptyResponses } from "../../../../domain/event-review/review-form.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { draw } from "../../../../ui/test-render.tsx";
import type { EventReviewWindow } from "./event-window.ts";
import { Summary } from "./Summary.tsx";
import { EventReviewContext } from "./use-review.ts";

it("tells when a review was saved as a real moment, also where the file does not say when it began", async () => {
  const event = { id: 1, start_time: 5000, end_time: 6000, tags: [] };
  const own = { timestamp: Date.parse("2026-06-03T18:14:07Z"), responses: emptyResponses };
  const window = {
    clock: clockOf({ start_ms: 0, is_start_known: false, timezone: "America/New_York" }),
    props: proxy({ includeTags: [], excludeTags: [], isDetailed: true }),
    annotations: {
      state: proxy({ revision: 0 }),
      table: { get: () => ({ annotation_text: "Seizure", person: null }) },
    },
    reviews: {
      book: { state: proxy({ version: 0 }), own: () => own, of: () => undefined, isComplete: () => false },
      drafts: { state: proxy({ version: 0 }), responses: () => emptyResponses, of: () => null },
    },
    session: { state: proxy({ currentId: 1 }), current: () => event },
    list: () => ({ events: [event], all: 1 }),
  } as unknown as EventReviewWindow;
  const drawn = await draw(
    <EventReviewContext value={window}>
      <Summary />
    </EventReviewContext>,
  );
  const said = document.querySelector("section")?.textContent;
  expect(said).toContain("Start time00:00:05");
  expect(said).toContain("Last modified06/03/2026 02:14:07 PM EDT");
  await drawn.remove();
});
