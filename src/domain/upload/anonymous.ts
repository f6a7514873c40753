/** Which words say nothing about who somebody is, and which of a field's words do. */

/** Words that stand where a name was removed, and words of every recording. Lower case. */
const empty = new Set(
  (
    "x xx xxx xxxx xxxxx unknown unnamed anon anonym anonymous annonymus anonymized anonymised anonymization deidentified " +
    "deid removed redacted blank empty none null nil na nn noname no name not available identified de patient subject study test testfile " +
    "recording record session eeg ecg emg psg edf bdf natus xltek export exported file data cns segment signal research"
  ).split(" "),
);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

/** Whether a field holds nothing but such words, signs, or a single letter (an initial's place, the sex). */
export const isAnonymous = (text: string): boolean =>
  wordsOf(text).every((word) => empty.has(word.toLowerCase()) || /^(x+|0+|.)$/iu.test(word));

/**
 * Words by which a person can be found in other texts: names of three letters or more and numbers of four digits or
 * more. Shorter ones occur in every text. Longest first.
 */
export function identifyingWords(fields: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const field of fields) {
    for (const word of wordsOf(field)) {
      const letters = Array.from(word.normalize("NFC"));
      if (!empty.has(word.toLowerCase()) && letters.length >= (/^\p{N}/u.test(word) ? 4 : 3))
        words.add(letters.join(""));
    }
  }
  return [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** Those of the words that name no electrode: such names are shorter, and traces must keep them. */
export const inLabels = (words: readonly string[]): string[] => words.filter((word) => /^\p{L}{4,}$/u.test(word));

/** Words of people's roles and of programs, where a recorder asks who wrote something. */
const roles = new Set(
  (
    "tech technician technologist reader user admin administrator system operator doctor nurse physician neurologist " +
    "spike spikes intracranial persyst analyzer seizure detection xlspike xlevent neuroworks automatic auto default"
  ).split(" "),
);

/** As `isAnonymous`, for those who treated the patient: a role is nobody's name. */
export const isNobodysName = (text: string): boolean =>
  wordsOf(text).every((word) => roles.has(word.toLowerCase()) || isAnonymous(word) || /^\p{N}+$/u.test(word));
