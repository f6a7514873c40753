/** One figure of the bench suite. Ids are stable; `note` says what was measured and on how many repetitions. */
export interface BenchResult {
  id: string;
  value: number;
  unit: string;
  better: "higher" | "lower";
  note: string;
}

export interface BenchContext {
  /** Root of the checkout, and a folder kept between runs for synthesised recordings. */
  root: string;
  cacheDir: string;
  log(message: string): void;
}

/** Benches that share their preparation. `ids` lists every id it can give, so --only can skip it unprepared. */
export interface BenchGroup {
  ids: readonly string[];
  run(context: BenchContext): Promise<BenchResult[]>;
}
