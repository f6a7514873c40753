// @vitest-environment happy-dom
import { act } from "react";
import { proxy } from "valtio";
import { expect, it } from "vitest";
import { emptyResponses } from "../../../../domain/event-review/review-form.ts";
import { patternTypes } from "../../../../protocol/annotation-reviews.ts";
import { draw, key, one } from "../../../../ui/test-render.tsx";
import { session } from "../../../session/state.ts";
import type { EventReviewWindow } from "./event-window.ts";
import { usePatternKeys } from "./pattern-keys.ts";
import { EventReviewContext } from "./use-review.ts";

function windowOf(chosen: string[]): EventReviewWindow {
  const event = { id: 1, start_time: 0, end_time: 1, tags: [] };
  return {
    props: proxy({ includeTags: [], excludeTags: [] }),
    annotations: { state: proxy({ revision: 0 }), table: { get: () => null } },
    reviews: {
      book: { state: proxy({ version: 0 }), own: () => null, of: () => undefined, isComplete: () => false },
      drafts: { state: proxy({ version: 0 }), responses: () => emptyResponses, of: () => null },
    },
    session: {
      state: proxy({ currentId: 1 }),
      current: () => event,
      choosePattern: (pattern: string) => chosen.push(pattern),
    },
    list: () => ({ events: [event], all: 1 }),
  } as unknown as EventReviewWindow;
}

/** The window's body with its list beside the form. */
function Body() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the window's body
    <div onKeyDown={usePatternKeys()}>
      <button type="button">Row</button>
      <input aria-label="Prevalence" />
    </div>
  );
}

it("1 to 4 choose a pattern wherever the focus is in the window, but in what is typed, and for who may review", async () => {
  const chosen: string[] = [];
  session.permissions = { create_annotations: true } as typeof session.permissions;
  const drawn = await draw(
    <EventReviewContext value={windowOf(chosen)}>
      <Body />
    </EventReviewContext>,
  );
  for (const digit of ["1", "4", "5"]) await key(one("button", "Row"), digit);
  await key(one("textbox", "Prevalence"), "2");
  expect(chosen).toEqual([patternTypes[0], patternTypes[3]]);
  await act(async () => {
    session.permissions = {} as typeof session.permissions;
  });
  await key(one("button", "Row"), "1");
  expect(chosen).toHaveLength(2);
  await drawn.remove();
});
