/**
 * How often a browser has opened pages of this build, told by a cookie that says nothing else.
 *
 * Chromium keeps what it compiled of a script from the second time on, but looks for it only where the script was asked for as a
 * script; one that is asked for as a module is compiled while it arrives, again in every new tab (Chromium 156; measured in
 * src/app/README.md). The former is the quicker way for who has it, the latter for who does not, and only the browser knows which it is.
 */

/** Times that pages, and among them reviews, were opened: counted up to `keptAfter`. */
export interface Opened {
  readonly pages: number;
  readonly reviews: number;
  /** The page found that this browser keeps nothing of it (src/app/compiled-scripts.ts). */
  readonly keepsNothing: boolean;
}

/** So often a script has run when a browser has kept it. */
export const keptAfter = 2;

const name = "connect_scripts";
const days = 30;

/** What the request's cookies tell of this build; zeros where they tell nothing. */
export function openedBefore(cookies: string | undefined, build: string): Opened {
  const [, of, pages, reviews] = /(?:^|; )connect_scripts=(\w+)\.(\d)\.(\d)(?:;|$)/.exec(cookies ?? "") ?? [];
  const keepsNothing = /(?:^|; )connect_streams=1(?:;|$)/.test(cookies ?? "");
  return {
    ...(of === build ? { pages: Number(pages), reviews: Number(reviews) } : { pages: 0, reviews: 0 }),
    keepsNothing,
  };
}

/** The cookie after one more page; null where it would say the same. */
export function openedOnceMore(build: string, before: Opened, isReview: boolean, isSecure: boolean): string | null {
  const pages = Math.min(before.pages + 1, keptAfter);
  const reviews = Math.min(before.reviews + (isReview ? 1 : 0), keptAfter);
  if (pages === before.pages && reviews === before.reviews) return null;
  const rules = `Path=/; Max-Age=${days * 24 * 3600}; SameSite=Strict; HttpOnly${isSecure ? "; Secure" : ""}`;
  return `${name}=${build}.${pages}.${reviews}; ${rules}`;
}
