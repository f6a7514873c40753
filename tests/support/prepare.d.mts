/** First browser that exists: the one asked for, those preferred, Debian's, a Chrome, or Playwright's own. */
export function findBrowser(...preferred: string[]): Promise<string | undefined>;
/** Browser of the browser tests: the one asked for, Debian's shell, or what `findBrowser` finds. */
export function findTestBrowser(): Promise<string | undefined>;
