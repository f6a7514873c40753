import { expect, it } from "vitest";
import { scalpElectrodes } from "../../../domain/montage/electrodes.ts";
import type { MontageDefinition } from "../../../domain/montage/own-montage.ts";
import { asInMontage } from "../../../domain/montage/row-arrangement.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { HeldMontage } from "../montages/montage-store.ts";
import { createMontageLibrary } from "./drawn.ts";

const channels = scalpElectrodes.map((label) => ({ label, unit: "uV", is_uncalibrated: false }));
const recording = {
  groups: [{ modality: "EEG", kind: "eeg", sampling_hz: 250, channels }],
} as unknown as RecordingDetail;
const held = (id: number, name: string, pairs: string): HeldMontage => ({
  ...{
    id,
    name,
    type: "Personal",
    user_id: 1,
    revision: 1,
    is_own: true,
    may_change: true,
    changed_by: "",
    changed_at: 0,
  },
  channels: pairs.split(" ").map((pair) => ({ first: pair.split("-")[0], second: pair.split("-")[1] })),
});

function world(...people: HeldMontage[]) {
  const now: { people: readonly HeldMontage[]; sent: MontageDefinition | null } = { people, sent: null };
  const library = createMontageLibrary(recording, { people: () => now.people, sent: () => now.sent });
  const rows = (id: number) =>
    library.drawn(id, asInMontage)?.channels.map(({ name, missing }) => [name, missing.length]);
  return { now, library, rows };
}

it("draws a person's montage like any other, and flags what the recording lacks", () => {
  const { library, rows } = world(held(1001, "mine", "Fp1-F7 F7-T7 C3-DIF1"));
  expect(library.chosen(1001)).toMatchObject({ montage: { name: "mine", type: "Personal" }, isFallback: false });
  expect(rows(1001)).toEqual([
    ["Fp1-F7", 0],
    ["F7-T7", 0],
    ["C3-DIF1", 1],
  ]);
  expect(library.drawn(1001, asInMontage)).toBe(library.drawn(1001, asInMontage));
});

it("shows the default in place of one that is not there, and the one itself as soon as it is", () => {
  const { now, library, rows } = world();
  expect(library.chosen(1001)).toMatchObject({ montage: { id: 1 }, isFallback: true });
  now.people = [held(1001, "mine", "O1-O2")];
  expect([library.chosen(1001)?.isFallback, rows(1001)]).toEqual([false, [["O1-O2", 0]]]);
  now.people = [held(1001, "mine", "O2-O1")];
  expect(rows(1001)).toEqual([["O2-O1", 0]]);
  now.people = [];
  expect(library.chosen(1001)?.isFallback).toBe(true);
});

it("shows what a link brought as it was sent, whatever the reader has under its id", () => {
  const { now, library, rows } = world(held(1001, "mine", "O1-O2"), held(1002, "other", "C3-C4"));
  const { type: _, ...sent } = held(1001, "mine", "Fp1-Fp2");
  now.sent = sent;
  expect([library.chosen(1001)?.montage.type, rows(1001)]).toEqual(["Link", [["Fp1-Fp2", 0]]]);
  expect(
    library
      .montages()
      .filter(({ id }) => id > 1000)
      .map(({ id, type }) => [id, type]),
  ).toEqual([
    [1002, "Personal"],
    [1001, "Link"],
  ]);
  now.sent = held(1001, "mine", "O1-O2");
  expect(library.chosen(1001)?.montage.type).toBe("Personal");
  // Nobody takes the place of a Standard one.
  now.sent = { ...sent, id: 1 };
  expect(library.chosen(1)?.montage.type).toBe("Standard");
});
