/** What an upload waits for because requests fail: one entry for each request that is tried again, the next one is shown. */

/** "server": a call has no answer. "store": files are not taken. "full": the store has no room. */
export type TroubleKind = "server" | "store" | "full";

export interface Trouble {
  readonly kind: TroubleKind;
  /** When the next attempt begins, by the clock of the tools; in the past while one is being made. */
  readonly retryAtMs: number;
  /** Since when nothing of this kind succeeded. */
  readonly sinceMs: number;
}

export interface TroubleBook {
  /** `request`: any object that stands for it until it ends. */
  waits(request: object, trouble: Omit<Trouble, "sinceMs">, nowMs: number): void;
  /** It was answered, or given up. */
  ended(request: object): void;
  /** What is sent moves: no request waits because nothing of this kind succeeds. */
  moves(kind: TroubleKind): void;
}

/** `show` is told what an upload waits for, null when for nothing, whenever that changes. */
export function troubleBook(show: (trouble: Trouble | null) => void): TroubleBook {
  const waiting = new Map<object, Trouble>();
  const tell = () => {
    const all = [...waiting.values()];
    const next = all.toSorted((a, b) => a.retryAtMs - b.retryAtMs)[0];
    show(next === undefined ? null : { ...next, sinceMs: Math.min(...all.map(({ sinceMs }) => sinceMs)) });
  };
  return {
    waits(request, trouble, nowMs) {
      waiting.set(request, { ...trouble, sinceMs: waiting.get(request)?.sinceMs ?? nowMs });
      tell();
    },
    ended(request) {
      if (waiting.delete(request)) tell();
    },
    moves(kind) {
      const over = [...waiting].filter(([, trouble]) => trouble.kind === kind);
      for (const [request] of over) waiting.delete(request);
      if (over.length > 0) tell();
    },
  };
}
