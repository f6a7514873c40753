import { describe, expect, it } from "vitest";
import type { MontageChannel } from "../../protocol/montages.ts";
import { montageText } from "../../protocol/text/montage-text.ts";
import { amplifierFor, electrodeMap, lacksInput } from "./electrode-map.ts";
import {
  chainsOf,
  isSameChannels,
  keptChannels,
  montageProblem,
  type Picking,
  pairOf,
  savedName,
  withMovedChannels,
  withPress,
} from "./own-montage.ts";
import { standardMontages } from "./standard-montages.ts";

const { refused } = montageText;
const pairs = (list: string): MontageChannel[] =>
  list.split(" ").map((pair) => {
    const [first, second] = pair.split("-");
    return { first, second };
  });
const inside = (id: string) => ({ id, group: "Internal" as const });
const outside = (id: string) => ({ id, group: "External" as const });

it.each(standardMontages.map((montage) => [montage.name, montage] as const))("a copy of %s stands as it does", (_, {
  chains,
}) => {
  expect(chainsOf(chains.flat())).toEqual(chains);
  expect(montageProblem(chains.flat())).toBeNull();
});

it("has the inputs that the specification names, none twice, each where nothing else is", () => {
  const [small, large] = [electrodeMap(16), electrodeMap(40)];
  expect([small.length, large.length]).toEqual([23, 38]);
  for (const map of [small, large]) {
    expect(new Set(map.map(({ id }) => id)).size).toBe(map.length);
    expect(new Set(map.map(({ x, y, group }) => `${group} ${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(map.length);
    expect(map.filter(({ group }) => group === "Internal")).toHaveLength(19);
  }
  expect(
    large
      .slice(19)
      .map(({ id }) => id)
      .join(" "),
  ).toBe("REF X1 X2 Y1 Y2 AVG DIFF1+ DIFF2+ DIFF3+ DIFF4+ AUX1 AUX2 AUX3 AUX4 AUX5 AUX6 AUX7 AUX8 AUXREF");
});

it("places the scalp electrodes by the 10-20 system", () => {
  const at = Object.fromEntries(electrodeMap(16).map(({ id, x, y }) => [id, [x, y]]));
  expect(at.Cz).toEqual([0, 0]);
  expect([at.Fz[0], at.Fz[1]]).toEqual([expect.closeTo(0), expect.closeTo(-0.4)]);
  expect([at.T8[0], at.T8[1]]).toEqual([expect.closeTo(0.8), expect.closeTo(0)]);
  expect(Math.hypot(...at.Fp1)).toBeCloseTo(0.8);
  // Left is left, and both halves are mirror images.
  for (const [left, right] of [
    ["Fp1", "Fp2"],
    ["F7", "F8"],
    ["F3", "F4"],
    ["C3", "C4"],
    ["P3", "P4"],
    ["P7", "P8"],
    ["O1", "O2"],
  ]) {
    expect(at[left][0]).toBeLessThan(0);
    expect([-at[left][0], at[left][1]]).toEqual([expect.closeTo(at[right][0]), expect.closeTo(at[right][1])]);
  }
  // Buttons of 38 px do not touch on a head of 190 px and more.
  const scalp = electrodeMap(16).filter(({ group }) => group === "Internal");
  const near = scalp.flatMap((a, k) => scalp.slice(k + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  expect(Math.min(...near) * 190).toBeGreaterThan(38);
});

it.each([
  ["Fp1-F7 DIFF1+-REF C3-AVG", null],
  ["C3-LAP", null],
  ["Fp1-Fp1", refused.notAPair],
  ["Fp1-F7 F7-Fp1", null],
  ["Fp1-F7 C3-Cz Fp1-F7", refused.twice("Fp1-F7")],
  ["LAP-C3", refused.unknownInput("LAP")],
  ["FP1-F7", refused.unknownInput("FP1")],
  ["Fp1-constructor", refused.unknownInput("constructor")],
])("says what is wrong with %s", (list, problem) => expect(montageProblem(pairs(list))?.message ?? null).toBe(problem));

it("keeps a pair once, and its reverse beside it", () => {
  expect(keptChannels(pairs("Fp1-F7 C3-Cz Fp1-F7 F7-Fp1"))).toEqual(pairs("Fp1-F7 C3-Cz F7-Fp1"));
});

it("counts channels, and letters of aliases", () => {
  const scalp = electrodeMap(16).slice(0, 12);
  const many = scalp
    .flatMap(({ id }) => [
      { first: id, second: "AVG" },
      { first: id, second: "DIF1" },
    ])
    .slice(0, 23);
  expect(montageProblem(many)).toEqual({ about: "count", message: "Max channels reached" });
  expect(montageProblem(many.slice(1))).toBeNull();
  const named = (alias: string) => montageProblem([{ first: "C3", second: "Cz", alias }])?.message ?? null;
  expect([named("🧠".repeat(20)), named("x".repeat(21)), named("a\nb"), named("")]).toEqual([
    null,
    ...[refused.alias(20), refused.alias(20), refused.alias(20)],
  ]);
  expect(
    keptChannels([
      { first: "C3", second: "Cz", alias: "  left " },
      { first: "C4", second: "Cz", alias: " " },
    ]),
  ).toEqual([
    { first: "C3", second: "Cz", alias: "left" },
    { first: "C4", second: "Cz" },
  ]);
});

it("saves under the typed name, else the old one, else 'New Montage'", () => {
  expect([savedName(" a ", "b"), savedName(" ", "b"), savedName("", "")]).toEqual(["a", "b", "New Montage"]);
});

describe("picking", () => {
  const none: Picking = { channels: [], picked: null };
  const press = (from: Picking, ...ids: string[]) => ids.reduce((now, id) => withPress(now, inside(id), false), from);

  it("makes a channel of two inputs; the same one again lets go; a duplicate is ignored", () => {
    expect(press(none, "F3")).toEqual({ channels: [], picked: "F3" });
    expect(press(none, "F3", "F3")).toEqual(none);
    const one = press(none, "F3", "C3");
    expect(one).toEqual({ channels: pairs("F3-C3"), picked: null });
    expect(press(one, "F3", "C3")).toEqual(one);
    expect(press(one, "C3", "F3").channels).toEqual(pairs("F3-C3 C3-F3"));
  });

  it("pairs internal inputs with REF while that is on, and external ones as ever", () => {
    const one = withPress({ channels: [], picked: "AVG" }, inside("O1"), true);
    expect(one).toEqual({ channels: pairs("O1-REF"), picked: null });
    expect(withPress(one, inside("O1"), true)).toEqual(one);
    expect(withPress(none, outside("DIF1"), true)).toEqual({ channels: [], picked: "DIF1" });
  });

  it("lets go where there are 22", () => {
    const ids = electrodeMap(16).map(({ id }) => id);
    const most = press(none, ...ids.slice(1).flatMap((id) => [ids[0], id]));
    expect(most.channels).toHaveLength(22);
    expect(withPress({ ...most, picked: "O1" }, inside("O2"), false)).toEqual({ ...most, picked: null });
    expect(withPress(most, inside("O2"), true)).toEqual({ ...most, picked: null });
    expect(press({ channels: most.channels.slice(1), picked: null }, "O1", "O2").channels).toHaveLength(22);
  });
});

it("moves channels together, keeping their order, and knows when nothing is other", () => {
  const channels = pairs("C3-Cz C4-Cz O1-O2 F3-F4");
  const moved = (ids: string[], target: string, isAfter: boolean) =>
    withMovedChannels(channels, new Set(ids), { target, isAfter }).map(pairOf).join(" ");
  expect(moved(["F3-F4", "C3-Cz"], "O1-O2", true)).toBe("C4-Cz O1-O2 C3-Cz F3-F4");
  expect(moved(["C4-Cz"], "C3-Cz", false)).toBe("C4-Cz C3-Cz O1-O2 F3-F4");
  expect(moved(["C3-Cz", "C4-Cz"], "C4-Cz", true)).toBe("C3-Cz C4-Cz O1-O2 F3-F4");
  expect(moved(["C3-Cz"], "gone", true)).toBe("C3-Cz C4-Cz O1-O2 F3-F4");
  expect(
    isSameChannels(
      channels,
      channels.map((channel) => ({ ...channel, alias: " " })),
    ),
  ).toBe(true);
  expect(isSameChannels(channels, channels.toReversed())).toBe(false);
});

it("opens the map that has what a montage uses", () => {
  expect([
    amplifierFor([]),
    amplifierFor(["Fp1", "REF"]),
    amplifierFor(["AUX1", "REF"]),
    amplifierFor(["DIF1"]),
  ]).toEqual([16, 16, 40, 16]);
});

it("knows which inputs a recording lacks: never REF, and AVG where fewer than two scalp electrodes are there", () => {
  const lacked = (mapping: Record<string, string>) =>
    ["REF", "AVG", "Fp1", "AUX1"].filter((id) => lacksInput(mapping, id));
  expect(lacked({})).toEqual(["AVG", "Fp1", "AUX1"]);
  expect(lacked({ Fp1: "EEG Fp1", AUX1: "AUX1" })).toEqual(["AVG"]);
  expect(lacked({ Fp1: "EEG Fp1", Cz: "Cz" })).toEqual(["AUX1"]);
  expect(lacked({ AVG: "AVG" })).toEqual(["Fp1", "AUX1"]);
});
