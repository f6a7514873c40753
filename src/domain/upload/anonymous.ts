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

/** Letters and digits joined by signs: "AB12C3", "04-17-22". */
const codesOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+(?:[-./][\p{L}\p{M}\p{N}]+)*/gu) ?? []).filter((code) => /\p{N}/u.test(code));

/** "A1B2": single letters and digits that are a number of somebody only together. */
const isJoined = (code: string): boolean => code.replaceAll(/[^\p{L}\p{N}]|[x0]/giu, "").length >= 4;

/** Whether a field holds nothing but such words, signs, or a single letter (an initial's place, the sex). */
export const isAnonymous = (text: string): boolean =>
  wordsOf(text).every((word) => empty.has(word.toLowerCase()) || /^(x+|0+|.)$/iu.test(word)) &&
  !codesOf(text).some((code) => wordsOf(code).every((word) => !empty.has(word.toLowerCase())) && isJoined(code));

/** Scripts in which two characters are a whole name. */
const dense = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** The least letters or digits of a word that does not occur in every text. */
const leastOf = (word: string): number => (/\p{N}/u.test(word) ? 4 : dense.test(word) ? 2 : 3);

/** "Li Wu" in the ways it is written, where a name of two letters is too short to be looked for alone. */
function phrasesOf(field: string): string[] {
  const names = wordsOf(field).filter((word) => /^\p{L}{2,}/u.test(word) && !empty.has(word.toLowerCase()));
  if (names.length < 2 || names.length > 4 || names.every((name) => name.length > 2)) return [];
  return [names, [...names].reverse()].flatMap((order) => [" ", "_", ", "].map((between) => order.join(between)));
}

/**
 * Words by which a person can be found in other texts: names of three letters or more, shorter ones together, numbers of four
 * digits or more, and numbers as they are written, with what is joined to them. Shorter ones occur in every text. Longest first.
 */
export function identifyingWords(fields: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const field of fields) {
    for (const word of [...wordsOf(field), ...codesOf(field), ...phrasesOf(field)]) {
      const whole = word.normalize("NFC");
      const letters = whole.match(/[\p{L}\p{N}]/gu) ?? [];
      if (!empty.has(whole.toLowerCase()) && letters.length >= leastOf(whole)) words.add(whole);
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

/** Words of medicine and of every description of a patient, which stand in annotations of anybody. Lower case. */
const common = new Set(
  (
    "male female man woman boy girl child infant newborn neonate adult sex age aged gender year years yrs month months week weeks " +
    "day days old born birth date and the for with after before left right bilateral frontal temporal parietal occipital central " +
    "generalized focal seizure seizures epilepsy epileptic status epilepticus stroke ischemic hemorrhage haemorrhage subarachnoid " +
    "intracerebral trauma traumatic brain injury cardiac arrest coma comatose sedation sedated awake asleep sleep drowsy spike spikes " +
    "wave waves monitoring video routine long term ward unit bed room clinic hospital department lab laboratory icu nicu picu " +
    "amplifier portable emergency control artifact artefact"
  ).split(" "),
);
const months =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(tember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/i;

/**
 * As `identifyingWords`, of a field in free form, for texts about the recording: what describes anybody is not looked for
 * there, since a mark of a seizure that is crossed out is lost. "12-May-1971" is no Ms May.
 */
export function wordsOfFreeText(field: string): string[] {
  const inDates = new Set(Array.from(field.matchAll(/\d[-./ ]*(\p{L}+)[-./ ]*\d/gu), ([, word]) => word));
  return identifyingWords([field]).filter(
    (word) =>
      !common.has(word.toLowerCase()) && !roles.has(word.toLowerCase()) && !(inDates.has(word) && months.test(word)),
  );
}
