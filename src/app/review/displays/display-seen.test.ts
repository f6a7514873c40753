import { expect, it } from "vitest";
import type { Display } from "../../../protocol/displays.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { displaySeen } from "./display-seen.ts";
import type { DisplayStore } from "./display-store.ts";

const eeg = (area: string, props: object = {}) => ({
  area,
  componentId: "eeg_montage",
  version: 1,
  props: { ...props },
});
const one: Display = {
  id: 1,
  name: "One",
  cssGridTemplate: '"a"',
  areas: [eeg("a", { LFF: 1, viewDuration: 30_000 })],
};
const two: Display = { ...one, id: 2, name: "Two" };

/** On the screen: the first display, rearranged, with another filter that is not saved. */
const workspace = {
  display: {
    tree: { type: "split", direction: "column", children: ["a", "b"], splitPercentages: [50, 50] },
  },
  snapshot: () => ({
    areas: {
      a: { componentId: "eeg_montage", version: 1, props: { LFF: 3, viewDuration: 10_000 } },
      b: { componentId: "histogram", version: 1, props: {} },
    },
  }),
} as unknown as ReviewWorkspace;

const storeOf = (state: object) =>
  ({
    state: {
      chosen: { group: 7, display: 1 },
      visited: null,
      views: { 7: { 2: { a: { viewDuration: 5000 } } } },
      ...state,
    },
  }) as unknown as DisplayStore;

it("is what stands on the screen of the one that is shown", () => {
  expect(displaySeen(storeOf({}), workspace, 7, one)).toEqual({
    name: "One",
    cssGridTemplate: '"a" "b"',
    areas: [eeg("a", { LFF: 3, viewDuration: 10_000 }), { area: "b", componentId: "histogram", version: 1, props: {} }],
  });
});

it("is what is kept of any other one, with what the reader has otherwise there", () => {
  expect(displaySeen(storeOf({}), workspace, 7, two)).toEqual({
    ...{ name: "Two", cssGridTemplate: '"a"', areas: [eeg("a", { LFF: 1, viewDuration: 5000 })] },
  });
  // The view of a link is shown in its place, and a display of another group has the same number.
  expect(displaySeen(storeOf({ visited: {} }), workspace, 7, one).areas).toEqual(one.areas);
  expect(displaySeen(storeOf({ chosen: { group: 8, display: 1 } }), workspace, 7, one).areas).toEqual(one.areas);
});
