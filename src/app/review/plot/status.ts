/** The feed's status as React sees it: its kind changes in the frame that draws it, the rest at most ten times a second. */
import type { FeedStatus, FeedWindow } from "../../../feed/types.ts";
import { text } from "../../../protocol/text/text.ts";
import { type Behind, mostBehindMs } from "./behind.ts";

const readoutMs = 100;

/** The server does not take the window in: in need of attention, and announced. */
const cutOff = ["disconnected", "unavailable", "crowded", "outdated", "unauthorised"] as const;
type CutOff = (typeof cutOff)[number];

export type StatusKind =
  | CutOff
  | "connecting"
  | "loading"
  | "building"
  | "provisional"
  | "behind"
  | "failed"
  | "exact"
  /** Nothing is drawn, and so nothing asked for: there is no room. */
  | "cramped";

export const isCutOff = (kind: string): kind is CutOff => cutOff.some((one) => one === kind);

export interface StatusReadout {
  readonly kind: StatusKind;
  readonly label: string;
  /** While it lags: the span that what stands is of. */
  readonly of: string | null;
  readonly failed: FeedStatus["failed"];
  readonly graceUntil: FeedStatus["graceUntil"];
  readonly serverAheadMs: FeedStatus["serverAheadMs"];
}

export interface FeedReadout {
  read(): StatusReadout;
  subscribe(listener: () => void): () => void;
  /** Called by whoever listens to the feed when its status may have changed. */
  touch(): void;
  /** Called in the frame that draws what the feed has now: another kind of status is told in that frame. */
  drawn(): void;
  /** Called by whoever draws when its plot has another size. `isCramped`: it has no room for a pixel. */
  sized(isCramped: boolean): void;
}

function kindOf(
  status: FeedStatus,
  isComplete: boolean,
  isProvisional: boolean,
  behind: Behind | null,
  isCramped: boolean,
): StatusKind {
  if (isCutOff(status.connection)) return status.connection;
  if (isCramped) return "cramped";
  if (isComplete) return "exact";
  if (isProvisional) return "provisional";
  if (behind !== null) return "behind";
  if (status.connection === "connecting") return "connecting";
  if (status.buildingFraction !== null) return "building";
  // Nothing is on its way any more: a montage or filter that the recording does not allow, or a page between two tries.
  return status.pending === 0 && status.failed.length > 0 ? "failed" : "loading";
}

/**
 * `isProvisional`: part of the picture is a coarse one that came first. `behind`: it is of what the view held before. `lacks`: what is
 * said of what could not be had, in place of "Not all is shown". `isCramped`: there is no room to draw in.
 */
export function statusReadout(
  status: FeedStatus,
  isComplete: boolean,
  isProvisional = false,
  behind: Behind | null = null,
  lacks: string | null = null,
  isCramped = false,
): StatusReadout {
  const kind = kindOf(status, isComplete, isProvisional, behind, isCramped);
  return {
    kind,
    label: kind === "failed" ? (lacks ?? text.status.failed) : labelOf(kind, status, behind),
    of: kind === "behind" ? (behind?.of ?? null) : null,
    failed: [...status.failed],
    graceUntil: status.graceUntil,
    serverAheadMs: status.serverAheadMs,
  };
}

/** Rounded up by what passes until it is said anew: it is never further behind than it says. Beyond `mostMs` nothing stands. */
const secondsBehind = ({ ms, mostMs = mostBehindMs }: Pick<Behind, "ms" | "mostMs">): string =>
  (Math.ceil(Math.min(ms + 2 * readoutMs, mostMs) / 100) / 10).toFixed(1);

function labelOf(kind: StatusKind, { buildingFraction }: FeedStatus, behind: Behind | null): string {
  if (kind === "building") return text.status.building(Math.floor((buildingFraction ?? 0) * 100));
  if (kind === "behind") return text.status.behind(secondsBehind(behind ?? { ms: 0 }));
  return text.status[kind];
}

const isSame = (a: StatusReadout, b: StatusReadout) => JSON.stringify(a) === JSON.stringify(b);

/** What is known of the picture of a window: of one share of the feed, or of several as one. */
export type FeedPicture = Pick<FeedWindow, "status" | "isComplete" | "provisional"> & {
  /** That it lags behind a view that plays; null, or absent: it does not. */
  behind?(): Behind | null;
  /** What is said of what could not be had; null, or absent: nothing of its own. */
  lacks?(): string | null;
};

/** Follows what the feed brings for a window. */
export function createFeedReadout(feedWindow: FeedPicture): FeedReadout {
  const listeners = new Set<() => void>();
  let isCramped = false;
  const seen = () => {
    const { status } = feedWindow;
    return [
      status,
      feedWindow.isComplete(),
      feedWindow.provisional().length > 0,
      feedWindow.behind?.() ?? null,
      feedWindow.lacks?.() ?? null,
      isCramped,
    ] as const;
  };
  let current = statusReadout(...seen());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    const next = statusReadout(...seen());
    if (isSame(current, next)) return;
    current = next;
    for (const listener of listeners) listener();
  };
  const touch = () => {
    timer ??= setTimeout(update, readoutMs);
  };
  return {
    read: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drawn() {
      const [status, isComplete, isProvisional, behind] = seen();
      if (kindOf(status, isComplete, isProvisional, behind, isCramped) === current.kind) touch();
      else update();
    },
    sized(next) {
      if (isCramped === next) return;
      isCramped = next;
      update();
    },
    touch,
  };
}
