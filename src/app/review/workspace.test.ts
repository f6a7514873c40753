import { expect, it } from "vitest";
import { readGrid } from "../../domain/layout.ts";
import { whyNoMore } from "./workspace.ts";
import type { Area, Display } from "./workspace-types.ts";

const areas = (letters: string) => Object.fromEntries([...letters].map((area) => [area, {} as Area]));

const split: Display["tree"] = { type: "split", direction: "column", children: ["a", "b"], splitPercentages: [50, 50] };
const why = (change: Partial<Display>) => whyNoMore({ isFixed: false, tree: split, areas: areas("ab"), ...change });

it("says why a display takes no further window", () => {
  expect(why({})).toBeNull();
  expect(why({ areas: areas("abcd") })).toBe("No more than 4 windows fit.");
  expect(why({ isFixed: true })).toBe("Nothing is changed in view mode.");
  expect(why({ tree: null, areas: {} })).toBe("No display selected");
  const pinwheel = readGrid('"a a b" "c e b" "c d d"');
  if ("problem" in pinwheel) throw new Error(pinwheel.problem);
  expect(why({ tree: pinwheel, areas: areas("abc") })).toMatch(/^This layout takes no further window\./);
});
