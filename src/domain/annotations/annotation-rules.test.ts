import { describe, expect, it } from "vitest";
import { type AnnotationContent, annotationLimits } from "../../protocol/annotations.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { firstBroken, firstFailure } from "../people/rules.ts";
import { annotationRules, sessionName, sessionNameRules } from "./annotation-rules.ts";

const { rules } = annotationServerText;
const fine: AnnotationContent = {
  ...{ start_time: 1000, end_time: 2000, annotation_text: "Seizure", annotation_type: "EEG Montage" },
  ...{ annotation_description: "", modalities: ["Fp1 - F7"], color: "#ff0000", opacity: 0.2, tags: ["a", "b"] },
  kind: "note",
};
const range = { start_ms: 1000, end_ms: 5000 };
const broken = (over: Partial<AnnotationContent>) => firstBroken(annotationRules(range), { ...fine, ...over });
const letters = (count: number) => "x".repeat(count);

describe("what an annotation may be (spec 001 section 5)", () => {
  it("takes a point, a span, and both ends of the recording", () => {
    for (const [start_time, end_time] of [
      [1000, 1000],
      [1000, 5000],
      [5000, 5000],
      [1500.25, 1500.5],
    ])
      expect(broken({ start_time, end_time })).toBeUndefined();
  });

  it.each([
    [3000, 2000],
    [999.9, 2000],
    [1000, 5000.1],
    [Number.NaN, 2000],
    [1000, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, 2000],
  ])("refuses from %s to %s", (start_time, end_time) => {
    expect(broken({ start_time, end_time })).toEqual({ message: rules.interval, field: "interval" });
  });

  it("counts titles, descriptions and tags as the fields do", () => {
    expect(broken({ annotation_text: " \n" })?.message).toBe(rules.titleEmpty);
    expect(broken({ annotation_text: "\u200b\u3164" })?.message).toBe(rules.titleEmpty);
    expect(broken({ annotation_text: letters(55) })).toBeUndefined();
    expect(broken({ annotation_text: letters(56) })?.message).toBe(rules.titleTooLong);
    expect(broken({ annotation_description: letters(500) })).toBeUndefined();
    expect(broken({ annotation_description: letters(501) })?.field).toBe("description");
    expect(broken({ tags: [letters(25)] })).toBeUndefined();
    expect(broken({ tags: [letters(26)] })?.message).toBe("Tags cannot be longer than 25 characters.");
    expect(broken({ tags: ["a", " "] })?.message).toBe(rules.tagEmpty);
    expect(broken({ tags: ["a", "b", "a"] })?.message).toBe("Tag already exists.");
    const tags = Array.from({ length: annotationLimits.tags + 1 }, (_, k) => `t${k}`);
    expect(broken({ tags: tags.slice(1) })).toBeUndefined();
    expect(broken({ tags })?.message).toBe(rules.tagsTooMany);
  });

  it("refuses what is too much together, each part within its limit", () => {
    const labels = (count: number, letter: string) =>
      Array.from({ length: count }, (_, k) => `${k}`.padEnd(annotationLimits.modality, letter));
    expect(broken({ modalities: labels(80, "x") })).toBeUndefined();
    expect(broken({ modalities: labels(256, "x") })).toEqual({ message: rules.tooLarge, field: "modalities" });
    expect(broken({ modalities: labels(80, "\u8133") })?.message).toBe(rules.tooLarge);
    expect(broken({ modalities: Array(256).fill("EEG Fp1 - EEG F7") })).toBeUndefined();
    expect(broken({ ...({ more: letters(10_000) } as object) })).toBeUndefined();
  });

  it("refuses what no database takes, wherever it stands", () => {
    for (const bad of ["a\ud800", "\udc00", "a\0b"]) {
      expect(broken({ annotation_text: bad })?.message).toBe(rules.unreadable);
      expect(broken({ annotation_description: bad })?.message).toBe(rules.unreadable);
      expect(broken({ tags: [bad] })?.message).toBe(rules.unreadable);
      expect(broken({ modalities: [bad] })?.message).toBe(rules.look);
      expect(broken({ annotation_type: bad })?.message).toBe(rules.look);
    }
    expect(broken({ annotation_text: "🧠", annotation_description: "two\nlines\t脳波" })).toBeUndefined();
  });
});

describe("names of sessions", () => {
  const failure = (name: string, others: readonly string[] = []) => firstFailure(sessionNameRules, { name, others });

  it("are trimmed, filled, and not there yet", () => {
    expect(failure("  ")).toBe("Session name cannot be empty");
    expect(failure(" Night ", ["Day", "Night"])).toBe("Session already exists with the same name.");
    expect(failure("night", ["Night"])).toBe(rules.sessionTwice);
    expect(failure("\u00c9veil", ["e\u0301veil"])).toBe(rules.sessionTwice);
    expect(failure("Night 2", ["Night"])).toBeUndefined();
    expect(failure("Ve\u0301ronique", ["V\u00e9ronique"])).toBe(rules.sessionTwice);
    expect(sessionName(" Ve\u0301 ")).toBe("V\u00e9");
    expect(sessionName("\u202eVe\u200b")).toBe("Ve");
    expect(failure("Ve\u2060", ["Ve"])).toBe(rules.sessionTwice);
  });

  it("have a length and one line", () => {
    expect(failure(letters(annotationLimits.groupName))).toBeUndefined();
    expect(failure(letters(annotationLimits.groupName + 1))).toBe(rules.sessionTooLong);
    for (const bad of ["a\nb", "a\0", "\ud800"]) expect(failure(bad)).toBe(rules.unreadable);
  });
});
