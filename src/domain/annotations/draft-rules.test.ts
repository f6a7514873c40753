import { expect, it } from "vitest";
import { newTemplate } from "../../protocol/shortcuts.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import {
  addTag,
  channelProblem,
  intervalProblem,
  isDescriptionTooLong,
  isSameDraft,
  isWrittenFine,
  savedInterval,
  templateProblem,
  tidyTag,
} from "./draft-rules.ts";
import { choicesOf, fieldsOf, withFields } from "./moment-fields.ts";

const draft = { ...newTemplate("Seizure", "#FF0000", 0.2) };

it("keeps tags trimmed, in lower case and without white space; blank ones are ignored", () => {
  expect(tidyTag("  Left Temporal\t ")).toBe("lefttemporal");
  expect(addTag(["a"], "  ")).toEqual({ tags: ["a"], problem: null });
  expect(addTag(["a"], " B ")).toEqual({ tags: ["a", "b"], problem: null });
});

it("refuses a tag that is too long or there already", () => {
  expect(addTag([], "x".repeat(26)).problem).toBe("Tags cannot be longer than 25 characters.");
  expect(addTag([], "x".repeat(25)).problem).toBeNull();
  expect(addTag(["seizure"], "Seizure ").problem).toBe("Tag already exists.");
});

it("says what is too much together", () => {
  const modalities = Array.from({ length: 256 }, (_, k) => `${k}`.padEnd(80, "x"));
  expect(channelProblem({ ...draft, modalities })).toBe(annotationServerText.rules.tooLarge);
  expect(isWrittenFine({ ...draft, modalities })).toBe(false);
  expect(channelProblem(draft)).toBeNull();
});

it("takes a title of 1 to 55, a description of 500 and ten tags", () => {
  expect(isWrittenFine(draft)).toBe(true);
  expect(isWrittenFine({ ...draft, annotation_text: " " })).toBe(false);
  expect(isWrittenFine({ ...draft, annotation_text: "x".repeat(56) })).toBe(false);
  expect(isWrittenFine({ ...draft, annotation_description: "x".repeat(500) })).toBe(true);
  expect(isWrittenFine({ ...draft, annotation_description: "x".repeat(501) })).toBe(false);
  expect(isDescriptionTooLong("x".repeat(501))).toBe(true);
  const tags = Array.from({ length: 11 }, (_, k) => `t${k}`);
  expect(isWrittenFine({ ...draft, tags: tags.slice(1) })).toBe(true);
  expect(isWrittenFine({ ...draft, tags })).toBe(false);
  expect(templateProblem({ ...draft, annotation_text: "" })).not.toBeNull();
  expect(templateProblem(draft)).toBeNull();
});

it("compares start and end of a span alone, in the words of the dialog and of the picker", () => {
  expect(intervalProblem({ startMs: 2, endMs: 1 }, false)).toBe("Start time cannot be greater than the end time.");
  expect(intervalProblem({ startMs: 1, endMs: 1 }, false)).toBe(
    "Start time cannot be equal to the end time. Change to point annotation instead",
  );
  expect(intervalProblem({ startMs: 1, endMs: 1 }, false, true)).toBe("Start time cannot be equal to the end time");
  expect(intervalProblem({ startMs: 2, endMs: 1 }, true)).toBeNull();
  expect(savedInterval({ startMs: 2, endMs: 9 }, true)).toEqual({ startMs: 2, endMs: 2 });
});

it("knows what says the same", () => {
  expect(isSameDraft(draft, { ...draft, color: "#ff0000" })).toBe(true);
  const [a, b] = [
    { ...draft, modalities: ["Fp1", "Fp2"] },
    { ...draft, modalities: ["Fp2", "Fp1"] },
  ];
  expect(isSameDraft(a, b)).toBe(true);
  expect(isSameDraft(draft, { ...draft, tags: ["x"] })).toBe(false);
});

const zone = "America/New_York";
const at = (iso: string) => Date.parse(iso);
// 10:00:30 AM on the 30th of June to 2:15 AM on the 2nd of July, in New York.
const file = { startMs: at("2026-06-30T14:00:30Z"), endMs: at("2026-07-02T06:15:00Z") };
const enabled = (choices: readonly { value: number; isDisabled: boolean }[]) =>
  choices.filter(({ isDisabled }) => !isDisabled).map(({ value }) => value);

it("offers what the file has, field by field", () => {
  const first = choicesOf(at("2026-06-30T15:00:00Z"), file, zone);
  expect([enabled(first.year), enabled(first.month), enabled(first.day)]).toEqual([[2026], [6, 7], [30]]);
  expect(enabled(first.hour)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  const last = choicesOf(at("2026-07-02T06:00:00Z"), file, zone);
  expect([enabled(last.day), enabled(last.hour)]).toEqual([
    [1, 2],
    [0, 1, 2],
  ]);
  expect(enabled(last.minute)).toEqual(Array.from({ length: 16 }, (_, k) => k));
});

it("snaps into the file with seconds zeroed", () => {
  const ms = at("2026-07-01T16:20:45.5Z");
  expect(withFields(ms, { minute: 21 }, file, zone)).toBe(at("2026-07-01T16:21:00Z"));
  expect(withFields(ms, { month: 6, day: 30, hour: 9 }, file, zone)).toBe(file.startMs);
  expect(withFields(ms, { day: 2, hour: 5 }, file, zone)).toBe(file.endMs);
  expect(fieldsOf(ms, zone)).toEqual({ year: 2026, month: 7, day: 1, hour: 12, minute: 20 });
});

it("stays in the hour that a clock change repeats", () => {
  const night = { startMs: at("2026-11-01T04:00:00Z"), endMs: at("2026-11-01T10:00:00Z") };
  const second = at("2026-11-01T06:30:00Z"); // 1:30 AM for the second time
  expect(withFields(second, { minute: 31 }, night, zone)).toBe(at("2026-11-01T06:31:00Z"));
  expect(withFields(at("2026-11-01T06:02:00Z"), { minute: 59 }, night, zone)).toBe(at("2026-11-01T06:59:00Z"));
  expect(withFields(at("2026-11-01T05:58:00Z"), { minute: 1 }, night, zone)).toBe(at("2026-11-01T05:01:00Z"));
});

it("offers the repeated hour for whichever of its times the file has", () => {
  const later = { startMs: at("2026-11-01T06:10:00Z"), endMs: at("2026-11-01T07:20:00Z") };
  const now = at("2026-11-01T06:20:00Z"); // 1:20 AM for the second time
  const choices = choicesOf(now, later, zone);
  expect(enabled(choices.hour)).toEqual([1, 2]);
  expect(enabled(choices.minute)).toEqual(Array.from({ length: 50 }, (_, k) => 10 + k));
  expect(withFields(now, { minute: 50 }, later, zone)).toBe(at("2026-11-01T06:50:00Z"));
  expect(withFields(at("2026-11-01T07:05:00Z"), { hour: 1, minute: 15 }, later, zone)).toBe(at("2026-11-01T06:15:00Z"));
  const earlier = { startMs: at("2026-11-01T04:30:00Z"), endMs: at("2026-11-01T05:40:00Z") };
  const before = choicesOf(at("2026-11-01T05:20:00Z"), earlier, zone);
  expect(enabled(before.hour)).toEqual([0, 1]);
  expect(enabled(before.minute)).toEqual(Array.from({ length: 41 }, (_, k) => k));
});

it("offers no hour that the clock leaves out", () => {
  const spring = { startMs: at("2026-03-08T04:00:00Z"), endMs: at("2026-03-08T10:00:00Z") };
  expect(enabled(choicesOf(at("2026-03-08T06:30:00Z"), spring, zone).hour)).toEqual([0, 1, 3, 4, 5, 6]);
});
