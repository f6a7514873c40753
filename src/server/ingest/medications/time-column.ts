/**
 * The times of one column. First every cell is looked at, then each is turned into a time: only the whole column tells
 * whether day or month comes first. Where it does not, such times are unknown: nothing is guessed.
 */
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { isDay, parseTime } from "./parse-time.ts";
import { type Cell, isWallTime, textOf, type WallTime } from "./types.ts";

const text = ingestText.medications;
const yearMs = (year: number) => Date.UTC(year, 0, 1);
/** A zone behind the name of a column: "(UTC)", "[GMT+2]", "(-05:00)". */
const zoneBehind = /[([]\s*(?:(?:utc|gmt|z)|(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?)\s*[)\]]\s*$/i;

/** Minutes from UTC that the name of a column tells, or null. */
function zoneOf(name: string): number | null {
  const found = zoneBehind.exec(name);
  if (found === null) return null;
  const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
  return found[1] === "-" ? -minutes : minutes;
}

export class TimeColumn {
  readonly #name: string;
  readonly #latestShortYear: number;
  /** Cells that make sense only with the day first, or only with the month first. */
  #dayFirst = 0;
  #monthFirst = 0;
  #hasShortYears = false;
  /** A time of day other than midnight stands beside a date: midnight is one, too. */
  #hasTimes = false;
  /** Some cell could be read. */
  #isRead = false;
  readonly #zone: number | null;
  readonly #counts = { undecided: 0, notTimes: 0, noDates: 0, far: 0 };

  constructor(name: string, latestShortYear: number) {
    this.#name = name;
    this.#latestShortYear = latestShortYear;
    this.#zone = zoneOf(name);
  }

  /** First pass. */
  look(cell: Cell): void {
    if (isWallTime(cell)) this.#isRead = true;
    if (isWallTime(cell)) this.#hasTimes ||= cell.date !== null && cell.timeMs !== null && cell.timeMs > 0;
    if (typeof cell !== "string" || cell.trim() === "") return;
    const parsed = parseTime(cell, this.#latestShortYear);
    if (parsed === null) return;
    this.#isRead = true;
    if (parsed.isShortYear) this.#hasShortYears = true;
    const { date, timeMs } = parsed.kind === "fixed" ? parsed.wall : { date: parsed, timeMs: parsed.timeMs };
    if (date !== null && timeMs !== null && timeMs > 0) this.#hasTimes = true;
    if (parsed.kind === "fixed") return;
    const { first, second, year } = parsed;
    const isMonthFirst = isDay({ year, month: first, day: second });
    const isDayFirst = isDay({ year, month: second, day: first });
    if (isMonthFirst && !isDayFirst) this.#monthFirst++;
    if (isDayFirst && !isMonthFirst) this.#dayFirst++;
  }

  /**
   * Second pass: the wall time of a cell; one without a date is a time of day, and one at midnight a date where all of the
   * column are. Null: empty, or unknown and counted.
   */
  wallOf(cell: Cell): WallTime | null {
    const wall = this.#written(cell);
    if (wall === null || wall.offsetMinutes !== null) return wall;
    const isDate = wall.date !== null && wall.timeMs === 0 && !this.#hasTimes;
    return { ...wall, timeMs: isDate ? null : wall.timeMs, offsetMinutes: this.#zone };
  }

  /** A cell that cannot be read, and yet seems to tell a time: it is of a column of times, or begins with a digit. */
  isLost(cell: Cell): boolean {
    const words = textOf(cell);
    return words !== "" && (this.#isRead || /^\d/.test(words));
  }

  #written(cell: Cell): WallTime | null {
    if (isWallTime(cell)) return cell;
    if (textOf(cell) === "") return null;
    const parsed = typeof cell === "string" ? parseTime(cell, this.#latestShortYear) : null;
    if (parsed === null) {
      this.#counts.notTimes++;
      return null;
    }
    if (parsed.kind === "fixed") return parsed.wall;
    const { first, second, year, timeMs } = parsed;
    const wall = (month: number, day: number): WallTime => ({
      date: { year, month, day },
      timeMs,
      offsetMinutes: null,
    });
    const isMonthFirst = isDay({ year, month: first, day: second });
    const isDayFirst = isDay({ year, month: second, day: first });
    if (first === second || !isDayFirst) return wall(first, second);
    if (!isMonthFirst) return wall(second, first);
    if (this.#dayFirst > 0 !== this.#monthFirst > 0)
      return this.#dayFirst > 0 ? wall(second, first) : wall(first, second);
    this.#counts.undecided++;
    return null;
  }

  /** A time of day that no date was found for. */
  addNoDate(): void {
    this.#counts.noDates++;
  }

  addTime(ms: number): void {
    if (ms < yearMs(1900) || ms >= yearMs(2101)) this.#counts.far++;
  }

  /** What a reader of the table should know, one sentence each. */
  warnings(): string[] {
    const { undecided, notTimes, noDates, far } = this.#counts;
    const isMixed = this.#dayFirst > 0 && this.#monthFirst > 0;
    return [
      ...(undecided > 0 ? [(isMixed ? text.contradictory : text.undecided)(this.#name, undecided)] : []),
      ...(notTimes > 0 ? [text.notTimes(this.#name, notTimes)] : []),
      ...(noDates > 0 ? [text.noDates(this.#name, noDates)] : []),
      ...(this.#hasShortYears ? [text.shortYears(this.#name, this.#latestShortYear)] : []),
      ...(far > 0 ? [text.farTimes(this.#name, far)] : []),
    ];
  }
}
