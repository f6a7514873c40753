/** Words that are units of doses and rates and nothing else: what may be believed of a text that could say anything. */

const single = [
  "kg g mg mcg ug ng pg l dl ml ul cc iu u miu mu megau megaiu unit meq mol mmol umol nmol mosm kcal cal j kj ppm % m2",
  "h hr hour min minute s sec second d day dose tab tablet cap capsule puff drop gtt amp ampoule vial bag patch",
].flatMap((words) => words.split(" "));
const known = new Set(single.flatMap((word) => [word, `${word}s`]));
const alike: Readonly<Record<string, string>> = {
  ...{ mcg: "ug", cc: "ml", unit: "u", tablet: "tab", capsule: "cap" },
  ...{ hr: "h", hour: "h", minute: "min", sec: "s", second: "s", day: "d" },
};

/** What stands between the strokes. Of letters M in front of units one is a million, the other a thousandth. */
const partsOf = (text: string): string[] =>
  text
    .replace(/\bM(?=I?U\b)/g, "mega")
    .toLowerCase()
    .replace(/[\u00b5\u03bc]/g, "u")
    .replaceAll("\u00b2", "2")
    .replace(/\s+per\s+/g, "/")
    .split("/")
    .map((part) => part.trim());

/** "mg", "\u00b5g/kg/min", "IU per hour". */
export const isKnownUnit = (text: string): boolean => partsOf(text).every((part) => known.has(part));

function plainOf(part: string): string {
  const one = part.length > 2 && part.endsWith("s") ? part.slice(0, -1) : part;
  return alike[one] ?? one;
}

/** "mcg/hr" and "\u00b5g/h" are one. */
export const isSameUnit = (a: string, b: string): boolean =>
  partsOf(a).map(plainOf).join("/") === partsOf(b).map(plainOf).join("/");
