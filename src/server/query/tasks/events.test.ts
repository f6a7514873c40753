import { expect, it } from "vitest";
import type { PageFormOf } from "../../../protocol/pages.ts";
import type { Derivation } from "../../../protocol/recipe.ts";
import { events } from "./events.ts";
import type { PageOrder, PageTaskDeps } from "./task.ts";

const channel = (label: string, facts = {}) => ({
  label,
  unit: "uV",
  is_uncalibrated: false,
  gain: 1,
  offset: 0,
  ...facts,
});
const group = {
  sampling_hz: 256,
  segments: [],
  channels: [channel("Fp1"), channel("F7"), channel("T7", { is_uncalibrated: true }), channel("P7", { unit: "mmHg" })],
};

/** What features are made of. */
function searched(form: Partial<PageFormOf<"events">>): readonly Derivation[] {
  let asked: readonly Derivation[] = [];
  const tools = {
    sdFeatures(order: { derivations: readonly Derivation[] }) {
      asked = order.derivations;
      return { result: new Promise(() => undefined), progress: () => 0 };
    },
  } as unknown as PageTaskDeps;
  const source = { recording: {}, group, first: 0, end: 0 };
  events.make({ source, form, span: { start: 0, end: 1 } } as unknown as PageOrder<"events">, tools);
  return asked;
}

it("searches nothing of channels that are not calibrated or no voltage", () => {
  const of = (index: number) => ({ kind: "channel", index }) as const;
  const none = { first: { kind: "missing" }, second: { kind: "missing" } };
  const whole = { first: of(0), second: of(1) };
  expect(searched({ channels: ["Fp1-F7", "F7-T7", "F7-P7"] })).toEqual([whole, none, none]);
  const mean: Derivation = { first: of(0), second: { kind: "average", members: [0, 1, 2] } };
  expect(searched({ channels: ["a", "b"], derivations: [whole, mean] })).toEqual([whole, none]);
});
