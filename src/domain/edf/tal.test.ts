import { describe, expect, it } from "vitest";
import { annotationText, readTals } from "./tal.ts";

/** Everything in one annotation area. */
function read(area: string) {
  const texts: [number, number, string][] = [];
  let malformed = 0;
  const timeKeeping = readTals(new TextEncoder().encode(area), {
    text: (onset, duration, text) => texts.push([onset, duration, annotationText(text)]),
    malformed: () => {
      malformed++;
    },
  });
  return { timeKeeping, texts, malformed };
}

describe("time-stamped annotation lists (formats.md 1.3)", () => {
  it("time-keeping list, durations, several texts in one list", () => {
    expect(read("+12.5\x14\x14\0+12.6\x150.25\x14Spike\x14\0+13\x14a\x14b\x14\0\0\0\0")).toEqual({
      timeKeeping: 12.5,
      texts: [
        [12.6, 0.25, "Spike"],
        [13, 0, "a"],
        [13, 0, "b"],
      ],
      malformed: 0,
    });
  });

  it("a time-keeping list may carry texts; a first list with a text keeps no time", () => {
    expect(read("+7\x14\x14start\x14\0")).toMatchObject({ timeKeeping: 7, texts: [[7, 0, "start"]] });
    expect(read("+7\x14start\x14\0+8\x14\x14\0")).toMatchObject({ timeKeeping: Number.NaN, texts: [[7, 0, "start"]] });
  });

  it("a list that lasts is a mark, also without a text", () => {
    expect(
      read("+7\x14\x14\0+8\x152.5\x14\x14\0+9\x150\x14\x14\0+10\x15x\x14\x14\0+11\x151\x14\x14a\x14\0").texts,
    ).toEqual([
      [8, 2.5, "(no text)"],
      [11, 1, "a"],
    ]);
  });

  it("keeps a text as it is, with a mark of byte order in front and in the middle", () => {
    expect(read("+7\x14\x14\0+8\x14\ufeffa\ufeffb\x14\0").texts).toEqual([[8, 0, "\ufeffa\ufeffb"]]);
  });

  it("negative and long onsets are exact decimals", () => {
    expect(read("-0.0675\x14x\x14\0").texts[0][0]).toBe(-0.0675);
    expect(read("+0.3945312\x14x\x14\0").texts[0][0]).toBe(0.3945312);
    expect(read("+123456.12345678901234\x14x\x14\0").texts[0][0]).toBe(Number("123456.12345678901234"));
  });

  it("UTF-8, Latin-1 where UTF-8 is broken, line breaks kept, other control bytes blanked", () => {
    expect(read("+1\x14\u00dcbung \u8133\x14\0").texts[0][2]).toBe("\u00dcbung \u8133");
    expect(annotationText(Uint8Array.of(0xdc, 0x62))).toBe("\u00dcb");
    expect(read("+1\x14a\nb\u0007c\x14\0").texts[0][2]).toBe("a\nb c");
  });

  it("times that are not written as the format has it are read and told", () => {
    const lenient = (text: string) => {
      let count = 0;
      readTals(new TextEncoder().encode(text), { text() {}, malformed() {}, lenient: () => count++ });
      return count;
    };
    for (const tal of [
      "5\x14a\x14",
      "+1,5\x14a\x14",
      "+.5\x14a\x14",
      "+5.\x14a\x14",
      "+5\x15.5\x14a\x14",
      "+5\x15+1\x14a\x14",
    ])
      expect([tal, lenient(`${tal}\0`)]).toEqual([tal, 1]);
    for (const tal of ["+5\x14a\x14", "-0.5\x14a\x14", "+5\x150.5\x14a\x14", "+1e5\x14a\x14", "+5\x15x\x14a\x14"])
      expect([tal, lenient(`${tal}\0`)]).toEqual([tal, 0]);
  });

  it("a damaged duration is none, and not 0", () => {
    for (const duration of ["x", "", "-1", "1 2", "1\x0e2"])
      expect(read(`+5\x15${duration}\x14a\x14\0`).texts).toEqual([[5, Number.NaN, "a"]]);
    expect(read("+5\x150\x14a\x14\0").texts).toEqual([[5, 0, "a"]]);
  });

  it("damaged entries are counted and the next one is read", () => {
    const { texts, malformed } = read("rubbish\0+x\x14a\x14\0+\x14b\x14\0+1e5\x14c\x14\0+2\x14good\x14");
    expect(malformed).toBe(4);
    expect(texts).toEqual([[2, 0, "good"]]);
  });
});
