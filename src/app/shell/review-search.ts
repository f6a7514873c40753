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
