/** First browser that exists: the one asked for, Debian's, a Chrome, or Playwright's own. */
export function findBrowser(): Promise<string | undefined>;
