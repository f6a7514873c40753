import { proxy, ref } from "valtio";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chosenIn, syncDisplay } from "./display-address.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Visited } from "./visited.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const visited = ref({ key: "k" }) as unknown as Visited;
function world(search: object, over: Partial<DisplayStore["state"]> = {}) {
  const state = proxy({ chosen: { group: 4, display: 2 }, visited: null, ...over }) as DisplayStore["state"];
  const written: object[] = [];
  const untie = syncDisplay({ state } as DisplayStore, search, (members) => written.push(members));
  const later = () => vi.advanceTimersByTimeAsync(1000).then(() => written.splice(0));
  return { state, later, untie };
}

it("reads the display that an address names", () => {
  expect(chosenIn({ display: "12-3" })).toEqual({ group: 12, display: 3 });
  for (const display of [undefined, "", "12", "1-2-3", "a-b"]) expect(chosenIn({ display })).toBeNull();
});

it("names the display on the screen where the address does not, and each that is chosen", async () => {
  const { state, later, untie } = world({});
  expect(await later()).toEqual([{ display: "4-2", view: undefined }]);
  state.chosen = { group: 4, display: 3 };
  state.chosen = { group: 5, display: 1 };
  expect(await later()).toEqual([{ display: "5-1", view: undefined }]);
  state.chosen = { group: 5, display: null };
  expect(await later()).toEqual([{ display: undefined, view: undefined }]);
  untie();
  state.chosen = { group: 5, display: 1 };
  expect(await later()).toEqual([]);
  expect(await world({ display: "4-2" }).later()).toEqual([]);
});

it("names the view of a link until it is left, and leaves a link whose view could not be had", async () => {
  const { state, later } = world({ view: "k" }, { visited });
  expect(await later()).toEqual([]);
  state.visited = null;
  expect(await later()).toEqual([{ display: "4-2", view: undefined }]);
  const lost = world({ view: "k" });
  expect(await lost.later()).toEqual([]);
  lost.state.visited = visited;
  expect(await lost.later()).toEqual([{ display: undefined, view: "k" }]);
});
