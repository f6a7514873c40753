// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { LayoutTree } from "../../../domain/layout.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { resizeByKeys } from "./resize-keys.ts";

const tree: LayoutTree = { type: "split", direction: "row", children: ["a", "b"], splitPercentages: [50, 50] };

it("moves a divider by the keyboard, but not while something is typed", () => {
  const resized: LayoutTree[] = [];
  const untie = resizeByKeys({
    display: { tree, active: "a" },
    resize: (next: LayoutTree) => resized.push(next),
  } as unknown as ReviewWorkspace);
  document.body.innerHTML = "<button></button><input><textarea></textarea><div contenteditable='true'></div>";
  const presses = [...document.body.children].map((target) => {
    const event = new KeyboardEvent("keydown", {
      ...{ key: "ArrowRight", altKey: true, shiftKey: true, bubbles: true, cancelable: true, composed: true },
    });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  });
  untie();
  expect(presses).toEqual([true, false, false, false]);
  expect(resized).toEqual([{ ...tree, splitPercentages: [52, 48] }]);
});
