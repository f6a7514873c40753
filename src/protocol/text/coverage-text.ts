/** What the bar of reviewed time says. */
import { apart } from "./apart.ts";

export const coverageText = {
  button: "Reviewed time",
  share: (percent: string) => `Reviewed ${percent}`,
  unknown: "Reviewed ?",
  failed: "Reviewed ? (not read)",
  hidden: "Reviewed",
  shows: { mine: "By me", everyone: "By everyone", hidden: "Hide" },
  pages: { 0: "Pages of any length", 15: "Pages up to 15 s", 30: "Pages up to 30 s", 60: "Pages up to 60 s" },
  hint: {
    mine: (pages: string) =>
      `What stood on your screen for a second or longer, on ${pages}: the EEG, where the recording holds any`,
    everyone: (pages: string) =>
      `What stood on anybody's screen for a second or longer, on ${pages}: the EEG, where the recording holds any`,
  },
  next: "Go to next not reviewed",
  again: "Read again",
  tip: (names: string, page: string) => `${names}, ${page}`,
  /** Less than a second on the screen. */
  skimmed: (who: string) => `Only passed by: ${apart(who)}`,
  not: "Not reviewed",
  page: (seconds: number) => (seconds === 0 ? "longer pages" : `pages up to ${seconds} s`),
  me: "You",
  last: (name: string, when: string) => `${apart(name)} (last ${when})`,
  more: (n: number) => `${n} more`,
  all: "All of it has been reviewed.",
  notKnown: "What was reviewed is not known yet.",
  refused: {
    bad: "These are no spans of this recording.",
    tooFast: "Too many calls. Try again in a moment.",
  },
} as const;
