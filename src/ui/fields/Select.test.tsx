// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { all, type Drawn, draw, one, press, until } from "../test-render.tsx";
import { Select } from "./Select.tsx";

let drawn: Drawn;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  // What a row in sight is measured by.
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(30);
});
afterEach(async () => {
  await drawn.remove();
  vi.restoreAllMocks();
});

it("of thousands of options draws those in sight alone", async () => {
  const options = Array.from({ length: 5000 }, (_, k) => ({ id: String(k), name: `Part ${k}` }));
  drawn = await draw(
    <Select
      label="File"
      search={{ label: "Search file", empty: "Nothing matches the search." }}
      options={options}
      selected="0"
      onChoose={() => undefined}
    />,
  );
  await press(one("button"));
  await until(() => all("option").length > 0);
  expect(all("option").length).toBeLessThan(100);
  expect(one("option", "Part 1").getAttribute("aria-setsize")).toBe("5000");
}, 30_000);
