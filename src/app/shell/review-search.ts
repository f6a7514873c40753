/** What the address of a review can say besides the recording. Invalid values are dropped one by one. */

export interface ReviewSearch {
  /** Start of the view in epoch milliseconds, and its length in milliseconds. */
  readonly start?: number;
  readonly span?: number;
  /** Forces a back end of the renderer. */
  readonly backend?: "webgpu" | "canvas2d";
}

const finite = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

/** Reads the search part of an address; unknown and unusable values are left out. */
export function reviewSearch(search: Record<string, unknown>): ReviewSearch {
  const start = finite(search.start);
  const span = finite(search.span);
  const { backend } = search;
  return {
    ...(start === undefined ? {} : { start }),
    ...(span === undefined || span < 1000 ? {} : { span }),
    ...(backend === "webgpu" || backend === "canvas2d" ? { backend } : {}),
  };
}

/** The recording that a path names: of the short address, or of the one of spec 000 section 2; null when it is another page. */
export function reviewedId(path: string): number | null {
  const [, short, long] =
    /^\/(?:review\/(\d{1,15})|data\/review(?:\/[^/]+){3}\/(\d{1,15})\/[^/]+)\/?$/.exec(path) ?? [];
  const id = short ?? long;
  return id === undefined ? null : Number(id);
}
