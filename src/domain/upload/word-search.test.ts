import fc from "fast-check";
import { expect, it } from "vitest";
import { identifyingWords, isAnonymous, isNobodysName, wordsOfFreeText } from "./anonymous.ts";
import { applyPatches, mergePatches } from "./patches.ts";
import { crossedOut, searchFor } from "./word-search.ts";

const clean = (text: string, words: string[], encoding: BufferEncoding = "utf8") => {
  const bytes = new Uint8Array(Buffer.from(text, encoding));
  return Buffer.from(applyPatches(bytes, mergePatches(searchFor(words).find(bytes).map(crossedOut)))).toString(
    encoding,
  );
};

it("finds words whatever their case, at signs, digits and inner capitals", () => {
  expect(clean("Doe, DOE; doe's Doe_1 JaneDoe doe2", ["Doe"])).toBe("XXX, XXX; XXX's XXX_1 JaneXXX XXX2");
});

it("leaves short words inside longer ones, and finds long ones there", () => {
  expect(clean("asleep Leeds fleece", ["Lee"])).toBe("asleep Leeds fleece");
  expect(clean("vanderhaagse", ["Haagse"])).toBe("vanderXXXXXX");
  expect(clean("\u60a3\u8005\u674e\u660e", ["\u674e\u660e"])).toBe("\u60a3\u8005XXXXXX");
});

it("finds names of three Hangul syllables with what is joined to them", () => {
  const [name, particle] = ["\uae40\ucca0\uc218", "\uac00"];
  expect(clean(`${name}${particle} ${name}`, [name])).toBe(`XXXXXXXXX${particle} XXXXXXXXX`);
  expect(clean("\uae40\ucca0\uc218", ["\ucca0\uc218"])).toBe("\uae40\ucca0\uc218");
});

it("of fields in free form looks for names, not for what describes anybody", () => {
  const field = "Jane May Doe, female 34 years, left temporal epilepsy";
  expect(wordsOfFreeText(field)).toEqual(["Jane", "Doe", "May"]);
  expect(wordsOfFreeText("Doe born 12-MAY-1971")).toEqual(["12-MAY-1971", "1971", "Doe"]);
  expect(wordsOfFreeText("EEG Tech")).toEqual([]);
});

it("finds numbers that stand for themselves", () => {
  expect(clean("MRN4711, 4711 and 47110", ["4711"])).toBe("MRNXXXX, XXXX and 47110");
});

it("finds names beyond ASCII in every encoding, with and without their accents", () => {
  expect(clean("M\u00fcller M\u00dcLLER Muller", ["M\u00fcller"])).toBe("XXXXXXX XXXXXXX XXXXXX");
  expect(clean("M\u00fcller", ["M\u00fcller"], "latin1")).toBe("XXXXXX");
  expect(clean("to Doe M\u00fcller", ["M\u00fcller", "Doe"], "utf16le")).toBe("to XXX XXXXXX");
  const swapped = Buffer.from("a Doe", "utf16le").swap16();
  const found = searchFor(["Doe"]).find(new Uint8Array(swapped));
  expect(
    Buffer.from(applyPatches(new Uint8Array(swapped), found.map(crossedOut)))
      .swap16()
      .toString("utf16le"),
  ).toBe("a XXX");
});

it("takes any bytes, keeps their number, and finds nothing twice", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.string({ minLength: 3, maxLength: 8 }), { maxLength: 4 }),
      (bytes, words) => {
        const search = searchFor(identifyingWords(words));
        const after = applyPatches(bytes, mergePatches(search.find(bytes).map(crossedOut)));
        return after.length === bytes.length;
      },
    ),
  );
});

it("words that identify are names of three letters and numbers of four digits, and no placeholders", () => {
  expect(identifyingWords(["Doe_Jane", "X", "J. B. (1066 28)", "Anonymous study", "Li"])).toEqual([
    "1066",
    "Jane",
    "Doe",
  ]);
  expect(identifyingWords(["AB12C3", "04-17-22", "P1", "\u674e\u660e"])).toEqual([
    "04-17-22",
    "AB12C3",
    "\u674e\u660e",
  ]);
  expect(clean("Li Wu, Wu_Li and wu, li; Lily Wul", identifyingWords(["Wu Li"]))).toBe(
    "XXXXX, XXXXX and XXXXXX; Lily Wul",
  );
  expect(["", "X X X X", "anonymous", "De-identified", "F", "000", "---", "xXx", "X-0-0-0"].every(isAnonymous)).toBe(
    true,
  );
  expect(["Doe", "4711", "A1B2C3", "4-7-1-1", "Male 34", "\u674e\u660e"].some(isAnonymous)).toBe(false);
  expect(["tech1", "XLSpike - Intracranial", "reader", ""].every(isNobodysName)).toBe(true);
  expect(isNobodysName("Tina Tech")).toBe(false);
});

it("patches that overlap or touch become one, the later winning", () => {
  const patch = (offset: number, ...bytes: number[]) => ({ offset, bytes: Uint8Array.from(bytes) });
  expect(mergePatches([patch(4, 1, 1, 1), patch(9, 5), patch(5, 2, 2, 2), patch(8, 3)])).toEqual([
    patch(4, 1, 2, 2, 2, 3, 5),
  ]);
  expect(mergePatches([patch(4), patch(1, 7)])).toEqual([patch(1, 7)]);
  expect(applyPatches(Uint8Array.from([0, 0, 0]), [patch(1, 1, 2, 3, 4)], 2)).toEqual(Uint8Array.from([2, 3, 4]));
});
