import type { Clock } from "../../../domain/time/clock.ts";
import { coverageText } from "../../../protocol/text/coverage-text.ts";
import { coverageChoice } from "./coverage-choice.ts";
import { coverageNow } from "./coverage-now.ts";

/** Names that the tooltip has room for. */
const mostNames = 3;

/** What the tooltip of the timeline says of a moment besides its time; "": nothing. */
export function coverageTip(atMs: number, clock: Pick<Clock, "timezone">): string {
  const store = coverageNow();
  const choice = coverageChoice();
  if (store === null || choice.show === "hidden" || store.state.phase !== "ready") return "";
  const found = store.who(choice, atMs);
  if (found.length === 0) return ` · ${coverageText.not}`;
  const reviewed = found.filter(({ depth }) => depth === "reviewed");
  const told = reviewed.length === 0 ? found : reviewed;
  const day = (ms: number) =>
    new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: clock.timezone }).format(ms);
  const names = told
    .slice(0, mostNames)
    .map(({ name, page, at }) =>
      coverageText.tip(coverageText.last(name ?? coverageText.me, day(at)), coverageText.page(page)),
    );
  const more = told.length > mostNames ? [coverageText.more(told.length - mostNames)] : [];
  const who = [...names, ...more].join("; ");
  return ` · ${reviewed.length === 0 ? coverageText.skimmed(who) : who}`;
}
