// @vitest-environment happy-dom
import { act } from "react";
import { proxy } from "valtio";
import { expect, it } from "vitest";
import { draw } from "../../../ui/test-render.tsx";
import type { DisplayStore } from "./display-store.ts";
import { SavedState } from "./SavedState.tsx";

it("has a sign beside its words, which a narrow bar cuts, while it saves as well", async () => {
  const state = proxy({ waiting: null, isSaving: true, savedAtMs: null });
  const page = await draw(<SavedState store={{ state } as unknown as DisplayStore} isKept />);
  const sign = () => document.querySelector("span[title] > svg");
  expect(sign()?.getAttribute("data-part")).toBe("saving");
  expect(document.body.textContent).toContain("Saving\u2026");
  await act(async () => {
    state.isSaving = false;
  });
  expect(sign()?.hasAttribute("data-part")).toBe(false);
  expect(document.body.textContent).toContain("Saved");
  await page.remove();
});
