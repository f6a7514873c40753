// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { annotationSessionText } from "../../../protocol/text/annotation-session-text.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { all, draw, one, press } from "../../../ui/test-render.tsx";
import { SaveStateAlone } from "./AnnotationPanels.tsx";
import { testStore } from "./sessions/test-store.ts";

it("says beside a closed list that the annotations of people are not known, until they are", async () => {
  const store = testStore([]);
  const drawn = await draw(<SaveStateAlone store={store} />);
  expect(all("status")).toHaveLength(0);
  await act(async () => {
    store.state.phase = "failed";
    store.state.problem = "The server could not answer.";
  });
  expect(all("status")[0].textContent).toContain(annotationText.notLoaded("The server could not answer."));
  const tryAgain = vi.spyOn(store, "tryAgain").mockImplementation(() => undefined);
  await press(one("button", annotationSessionText.tryAgain));
  expect(tryAgain).toHaveBeenCalledTimes(1);
  await act(async () => {
    store.state.phase = "ready";
  });
  expect(all("status")).toHaveLength(0);
  await drawn.remove();
});
