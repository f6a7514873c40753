// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import type { Display, DisplayForm } from "../../../protocol/displays.ts";
import { all, type Drawn, draw, one, press } from "../../../ui/test-render.tsx";
import type { DisplayStore } from "./display-store.ts";
import { EditDisplayDialog } from "./EditDisplayDialog.tsx";
import type { Edit } from "./overlay.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

const area = (letter: string, componentId: string) => ({ area: letter, componentId, version: 1, props: {} });
const before: Display = { id: 3, name: "Night", cssGridTemplate: '"a"', areas: [area("a", "eeg_montage")] };
const theirs: Display = {
  ...before,
  cssGridTemplate: '"a" "b" "c"',
  areas: [area("a", "histogram"), area("b", "placeholder"), area("c", "of_a_later_version")],
};

it("sets both versions beside each other where somebody changed the display meanwhile, and takes theirs", async () => {
  const group = { layouts: [theirs] };
  const store = {
    change: async (_id: number, _name: string | null, edit: Edit) => edit(group.layouts),
    group: () => group,
    changer: () => ({ by: "Ada", atMs: 0 }),
  } as unknown as DisplayStore;
  drawn = await draw(<EditDisplayDialog store={store} group={1} display={before} onClose={() => {}} />);
  await press(one("radio", "Two side by side"));
  await press(one("button", "Save"));
  expect(one("alert").textContent).toMatch(/^Ada changed this display at .+\. Nothing was overwritten\.$/);
  const windowsOf = (label: string) =>
    [...document.querySelectorAll(`section[aria-label=${label}] li`)].map(({ textContent }) => textContent);
  expect(windowsOf("Yours")).toEqual(["AEEG Montage (differs)", "BEmpty"]);
  expect(windowsOf("Theirs")).toEqual(["AHistogram (differs)", "BEmpty", "CAnother kind of window (differs)"]);
  expect(all("radio")).toEqual([]);
  await press(one("button", "Take theirs"));
  expect(windowsOf("Theirs")).toEqual([]);
  expect(one("radio", "Three, one above the other").getAttribute("aria-checked")).toBe("true");
  expect((one("button", "Save") as HTMLButtonElement).disabled).toBe(true);
});

it("shows what was kept as a copy", async () => {
  const group = { layouts: [theirs] };
  const chosen: unknown[] = [];
  const store = {
    change: async (_id: number, _name: string | null, edit: Edit) => {
      edit(group.layouts);
      return group;
    },
    withCopyOf: (layouts: readonly Display[], copied: DisplayForm) => {
      group.layouts = [...layouts, { ...copied, id: 9 } as Display];
      return { layouts: group.layouts };
    },
    group: () => group,
    changer: () => ({ by: "Ada", atMs: 0 }),
    chooseDisplay: (...which: unknown[]) => void chosen.push(which),
  } as unknown as DisplayStore;
  let closed = 0;
  drawn = await draw(<EditDisplayDialog store={store} group={1} display={before} onClose={() => closed++} />);
  await press(one("radio", "Two side by side"));
  await press(one("button", "Save"));
  await press(one("button", "Keep mine as a copy"));
  expect(closed).toBe(1);
  expect(chosen).toEqual([[1, 9]]);
});
