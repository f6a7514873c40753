/**
 * Whether this browser keeps what it compiled of the application's scripts, which the server counts on after some visits
 * (src/server/platform/http/opened-before.ts). A private window keeps nothing, nor does a profile whose cache is emptied: there a script
 * that was asked for as one is compiled whole by the page's own thread, every time. Imported before everything else.
 */

/** When the scripts began to run, ms since the page was asked for. */
const ranAt = performance.now();

/** The time that a script of this build took from its arrival until it ran, where it was compiled while it arrived. */
export interface Compiled {
  readonly file: string;
  readonly ms: number;
}

/** One opening of the application. `isKept`: the script was asked for as one, to be looked for among those kept. */
export interface Opening extends Compiled {
  readonly isKept: boolean;
  /** It came from the network, at the network's pace. */
  readonly isFetched: boolean;
}

/** What was kept runs this much sooner at least; what was not is compiled after it arrived, not while it did. */
const mostOfCompiled = 0.75;

/** What to remember of an opening, and whether it shows that nothing was kept: false too where nothing is known to compare with. */
export function judged(before: Compiled | null, now: Opening): { next: Compiled | null; isLost: boolean } {
  const same = before?.file === now.file ? before : null;
  if (now.isKept) return { next: same, isLost: same !== null && now.ms > mostOfCompiled * same.ms };
  return { next: now.isFetched ? same : { file: now.file, ms: now.ms }, isLost: false };
}

const key = "connect.scripts";
/** So long it holds: a busy moment may have looked the same. */
const lostSeconds = 24 * 3600;

/** Compares this opening with those before; where nothing was kept a cookie asks the server for scripts that are compiled while they arrive. */
export function judgeScripts(file: string = import.meta.url): void {
  const [entry] = performance.getEntriesByName(file) as PerformanceResourceTiming[];
  if (entry === undefined) return;
  const isKept = document.querySelector(`link[rel=preload][as=script][href="${new URL(file).pathname}"]`) !== null;
  const now = { file, ms: ranAt - entry.responseEnd, isKept, isFetched: entry.transferSize > 0 };
  try {
    const { next, isLost } = judged(JSON.parse(localStorage.getItem(key) ?? "null"), now);
    if (next === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
    if (!isLost) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on plain HTTP
    document.cookie = `connect_streams=1; Path=/; Max-Age=${lostSeconds}; SameSite=Strict${secure}`;
  } catch {
    // Storage may be blocked: the server goes by its own count.
  }
}
