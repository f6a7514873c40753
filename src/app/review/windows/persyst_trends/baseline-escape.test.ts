// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { endMarkByEscape } from "./baseline-escape.ts";
import { type BaselineMark, noMark } from "./baseline-mark.ts";

const abort = new AbortController();
afterEach(() => abort.abort());

it("ends the marking by Esc in its own window and where nothing has the focus, and nowhere else", () => {
  document.body.innerHTML = `<div data-area="a"><button id="menu"></button><div id="plot"></div></div>
    <div data-area="b"><button id="other"></button></div>`;
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  const mark: BaselineMark = { ...noMark };
  endMarkByEscape(mark, find("plot"), abort.signal);
  const isEndedBy = (target: EventTarget, key = "Escape") => {
    Object.assign(mark, { ...noMark, isOn: true, fromMs: 1 });
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return !mark.isOn && mark.fromMs === null;
  };
  const here = [find("plot"), find("menu"), document.body];
  expect(here.map((target) => isEndedBy(target))).toEqual([true, true, true]);
  expect([isEndedBy(find("other")), isEndedBy(find("plot"), "Enter")]).toEqual([false, false]);
});
