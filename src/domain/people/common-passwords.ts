/**
 * Passwords that are tried first: a common word, a row of keys or one sign again and again, with figures and signs around it or in place of
 * letters. On top of the rules of spec 000 section 5, which "Password1!" follows.
 */
const words = new Set(
  (
    "password passwort passwd pass passphrase secret secrets letmein welcome hello login logon signin access admin administrator root " +
    "user guest test testing temp temporary default changeme changeit please iloveyou loveyou love lovely master superman batman " +
    "pokemon starwars whatever trustno monkey dragon tiger shadow sunshine princess flower football baseball basketball soccer hockey " +
    "michael jordan jessica ashley daniel charlie george freedom computer internet google apple samsung hunter ranger killer cheese " +
    "summer winter spring autumn fall sommer herbst january february march april may june july august september october november " +
    "december monday tuesday wednesday thursday friday saturday sunday hospital clinic doctor nurse patient medical medicine health " +
    "neuro neurology brain research study studies connect company office qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh " +
    "asdfghjkl zxcvbn zxcvbnm yxcvbnm qaz qazwsx qazwsxedc wsx abc qwe asd zxc"
  ).split(" "),
);
/** Rows in which neighbours follow each other. */
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
];
const standsFor: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "i", "+": "t" },
};

const backwards = (text: string): string => [...text].reverse().join("");
const isInRow = (text: string): boolean =>
  rows.some((row) => row.includes(text) || backwards(row).includes(text)) || /^(.)\1*$/.test(text);

/** Said once, also where it stands twice. */
const once = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;

/** Whether somebody who guesses comes to it early. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const letters = once(lower.replace(/[^a-z]/g, ""));
  const figures = once(lower.replace(/[^0-9]/g, ""));
  // The figures and signs at both ends, then what stands for a letter between them.
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, "");
  const meant = once(
    [...core]
      .map((each) => standsFor[each] ?? each)
      .join("")
      .replace(/[^a-z]/g, ""),
  );
  if (letters === "") return isInRow(figures);
  if (words.has(letters) || words.has(meant)) return true;
  return (
    isInRow(lower.replace(/[^a-z0-9]/g, "")) ||
    (isInRow(letters) && (figures === "" || figures.length < 3 || isInRow(figures)))
  );
}
