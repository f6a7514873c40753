// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { draw, one } from "../../../ui/test-render.tsx";
import { WindowNotices } from "./WindowNotices.tsx";

it("scrolls by the arrows where it is cut, and else leaves them to the window", async () => {
  const page = await draw(
    <WindowNotices>
      <button type="button">Show D1 to D6</button>
    </WindowNotices>,
  );
  const heard: string[] = [];
  const listen = ({ key }: KeyboardEvent) => heard.push(key);
  window.addEventListener("keydown", listen);
  const shown = one("button", "Show D1 to D6");
  const press = (key: string) => shown.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const notices = shown.parentElement as HTMLElement;
  for (const scrollHeight of [60, 90]) {
    for (const [member, value] of Object.entries({ scrollHeight, clientHeight: 60 }))
      Object.defineProperty(notices, member, { value, configurable: true });
    press("ArrowDown");
    press("ArrowRight");
  }
  expect(heard).toEqual(["ArrowDown", "ArrowRight", "ArrowRight"]);
  window.removeEventListener("keydown", listen);
  await page.remove();
});
