import { describe, expect, it } from "vitest";
import { scrollBy, setPageLength, turnPage } from "../../../domain/time/view-span.ts";
import { createLinkGroup, cursorMs, isMoving, pointAt } from "./link-group.ts";
import {
  createTimeline,
  growFile,
  holdView,
  joinLink,
  keptLength,
  leaveLink,
  moveView,
  pauseAll,
  play,
  setFile,
  setFollowing,
  showLength,
  showSpan,
  spanOf,
} from "./timeline.ts";

const file = { startMs: 0, endMs: 600_000 };

describe("a timeline", () => {
  it("begins with the first page or with the wanted view", () => {
    expect(spanOf(createTimeline(file, null))).toEqual({ startMs: 0, endMs: 30_000 });
    expect(spanOf(createTimeline(file, { startMs: 5000, endMs: 9000 }))).toEqual({ startMs: 5000, endMs: 9000 });
    expect(spanOf(createTimeline({ startMs: 0, endMs: 8000 }, null))).toEqual({ startMs: 0, endMs: 8000 });
  });

  it("ignores a span below the minimum and clamps one outside the file", () => {
    const timeline = createTimeline(file, null);
    showSpan(timeline, { startMs: 5000, endMs: 5900 });
    showSpan(timeline, { startMs: Number.NaN, endMs: 5900 });
    expect(spanOf(timeline)).toEqual({ startMs: 0, endMs: 30_000 });
    showSpan(timeline, { startMs: 590_000, endMs: 620_000 });
    expect(spanOf(timeline)).toEqual({ startMs: 570_000, endMs: 600_000 });
  });
});

describe("a file that is longer than was known", () => {
  const day = { startMs: 0, endMs: 86_400_000 };
  const hourMs = 3_600_000;

  it("shows as much of it as was asked for", () => {
    const cut = createTimeline(file, { startMs: 0, endMs: hourMs });
    expect(spanOf(cut)).toEqual(file);
    setFile(cut, day, true);
    expect(spanOf(cut)).toEqual({ startMs: 0, endMs: hourMs });
    setFile(cut, { startMs: 0, endMs: 2 * day.endMs }, true);
    expect(spanOf(cut)).toEqual({ startMs: 0, endMs: hourMs });
    const growing = createTimeline(file, { startMs: 0, endMs: hourMs });
    setFile(growing, { startMs: 0, endMs: 700_000 });
    expect(spanOf(growing)).toEqual({ startMs: 0, endMs: 700_000 });
  });

  it("is shown whole where all of it was asked for", () => {
    const whole = createTimeline(file, { startMs: 60_000, endMs: 90_000 });
    showLength(whole, Number.POSITIVE_INFINITY);
    setFile(whole, day, true);
    expect(spanOf(whole)).toEqual(day);
  });

  it("moves nothing of a view that has its length, and is never left by one", () => {
    const view = createTimeline(day, { startMs: hourMs, endMs: 2 * hourMs });
    setFile(view, { startMs: -hourMs, endMs: 2 * day.endMs }, true);
    expect(spanOf(view)).toEqual({ startMs: hourMs, endMs: 2 * hourMs });
    setFile(view, file, true);
    expect(spanOf(view)).toEqual(file);
    setFile(view, day, true);
    expect(spanOf(view)).toEqual({ startMs: hourMs, endMs: 2 * hourMs });
  });

  it("stands where the windows are that it is linked with, as soon as it can", () => {
    const link = createLinkGroup();
    const other = createTimeline(day, { startMs: 5 * hourMs, endMs: 5 * hourMs + 10_000 }, link);
    const cut = createTimeline(file, { startMs: 5 * hourMs, endMs: 7 * hourMs }, link);
    expect(spanOf(cut)).toEqual(file);
    setFile(cut, day, true);
    expect(spanOf(cut)).toEqual({ startMs: 5 * hourMs, endMs: 7 * hourMs });
    expect(other.startMs).toBe(5 * hourMs);
  });

  it("leaves a view where it stands by itself, though others of its link stand elsewhere", () => {
    const link = createLinkGroup();
    createTimeline(day, day, link);
    const apart = createTimeline(day, { startMs: 5 * hourMs, endMs: 6 * hourMs }, link);
    setFile(apart, { startMs: 0, endMs: 2 * day.endMs }, true);
    expect(spanOf(apart)).toEqual({ startMs: 5 * hourMs, endMs: 6 * hourMs });
  });
});

describe("linked windows", () => {
  /** A page of 10 s, one of 5 min, and one over another file of the same clock. */
  function three() {
    const link = createLinkGroup();
    const short = createTimeline(file, { startMs: 0, endMs: 10_000 }, link);
    const long = createTimeline(file, { startMs: 0, endMs: 300_000 }, link);
    const other = createTimeline({ startMs: 100_000, endMs: 400_000 }, { startMs: 100_000, endMs: 160_000 }, link);
    return { link, short, long, other };
  }

  it("share the start of their view, keep their own length and are clamped by themselves", () => {
    const { short, long, other } = three();
    moveView(short, (span, whole) => scrollBy(span, whole, 200_000));
    expect([short, long, other].map(spanOf)).toEqual([
      { startMs: 200_000, endMs: 210_000 },
      { startMs: 200_000, endMs: 500_000 },
      { startMs: 200_000, endMs: 260_000 },
    ]);
    showSpan(short, { startMs: 590_000, endMs: 600_000 });
    expect([long, other].map(spanOf)).toEqual([
      { startMs: 300_000, endMs: 600_000 },
      { startMs: 340_000, endMs: 400_000 },
    ]);
    // Back within their reach they stand at the same time again.
    moveView(short, (span, whole) => scrollBy(span, whole, -270_000));
    expect([short, other].map((one) => one.startMs)).toEqual([320_000, 320_000]);
    expect(long.startMs).toBe(300_000);
  });

  it("do not follow a window that cannot move, or that only changes its length", () => {
    const { short, long } = three();
    showSpan(short, { startMs: 590_000, endMs: 600_000 });
    moveView(long, (span, whole) => turnPage(span, whole, 1));
    expect(short.startMs).toBe(590_000);
    moveView(short, (span, whole) => setPageLength(span, whole, 5000));
    expect(long.startMs).toBe(300_000);
  });

  it("have one that plays: the play of another stops it", () => {
    const { link, short, long } = three();
    play(short, 10);
    expect(isMoving(link)).toBe(true);
    play(long, 100);
    expect([short.isPlaying, long.isPlaying]).toEqual([false, true]);
    pauseAll(link);
    expect(isMoving(link)).toBe(false);
    holdView(short, true);
    expect(isMoving(link)).toBe(true);
  });

  it("share a cursor, which goes on with the view of the window it is in", () => {
    const { link, short, long } = three();
    expect(cursorMs(link)).toBeNull();
    pointAt(link, short, 0.25);
    expect(cursorMs(link)).toBe(2500);
    moveView(short, (span, whole) => turnPage(span, whole, 1));
    expect(cursorMs(link)).toBe(12_500);
    // A pointer that has left another window takes no cursor away.
    pointAt(link, long, null);
    expect(cursorMs(link)).toBe(12_500);
    pointAt(link, short, null);
    expect(cursorMs(link)).toBeNull();
  });

  it("leave with nothing of theirs left behind, and join where the others are", () => {
    const { link, short, long } = three();
    const own = createLinkGroup();
    play(short, 10);
    pointAt(link, short, 0.5);
    joinLink(short, own);
    expect(short.isPlaying).toBe(false);
    expect(link.state.cursor).toBeNull();
    moveView(long, (span, whole) => scrollBy(span, whole, 100_000));
    expect(short.startMs).toBe(0);
    joinLink(short, link);
    expect(spanOf(short)).toEqual({ startMs: 100_000, endMs: 110_000 });
    leaveLink(short);
    expect(link.members.has(short)).toBe(false);
  });

  it("follow the latest data of a file that grows, each with its own end", () => {
    const { link, short, long } = three();
    growFile(short, 700_000);
    expect(short.startMs).toBe(0);
    setFollowing(link, true);
    expect([short, long].map(spanOf)).toEqual([
      { startMs: 690_000, endMs: 700_000 },
      { startMs: 300_000, endMs: 600_000 },
    ]);
    growFile(short, 701_000);
    expect(spanOf(short)).toEqual({ startMs: 691_000, endMs: 701_000 });
    growFile(short, 650_000);
    expect(short.fileEndMs).toBe(701_000);
    setFollowing(link, false);
    growFile(short, 800_000);
    expect(short.endMs).toBe(701_000);
  });

  it("fill a page up that the end of the file cut off, as the file grows, and move no other view", () => {
    const link = createLinkGroup();
    const page = createTimeline({ startMs: 0, endMs: 12_000 }, { startMs: 0, endMs: 30_000 }, link);
    const other = createTimeline({ startMs: 0, endMs: 12_000 }, { startMs: 0, endMs: 10_000 }, link);
    const whole = createTimeline({ startMs: 0, endMs: 12_000 }, null);
    showLength(whole, Number.POSITIVE_INFINITY);
    for (const each of [page, other, whole]) growFile(each, 20_000);
    expect([page, other, whole].map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 20_000],
      [0, 10_000],
      [0, 20_000],
    ]);
    for (const each of [page, other, whole]) growFile(each, 40_000);
    expect([page.endMs, other.endMs, whole.endMs]).toEqual([30_000, 10_000, 40_000]);
    // A length that was chosen near the end keeps its start.
    const late = createTimeline({ startMs: 0, endMs: 600_000 }, { startMs: 590_000, endMs: 600_000 });
    showLength(late, 60_000);
    growFile(late, 620_000);
    expect(spanOf(late)).toEqual({ startMs: 590_000, endMs: 620_000 });
    growFile(late, 700_000);
    expect(spanOf(late)).toEqual({ startMs: 590_000, endMs: 650_000 });
    // Also where another recording that the window shows has grown.
    const shown = createTimeline({ startMs: 0, endMs: 12_000 }, { startMs: 0, endMs: 30_000 });
    setFile(shown, { startMs: 0, endMs: 20_000 });
    expect(spanOf(shown)).toEqual({ startMs: 0, endMs: 20_000 });
    setFile(shown, { startMs: 0, endMs: 40_000 });
    expect(spanOf(shown)).toEqual({ startMs: 0, endMs: 30_000 });
  });

  it("keep the length that was asked for, and not one that grows with the file: it would be saved with every second", () => {
    const whole = createTimeline(file, null);
    showLength(whole, Number.POSITIVE_INFINITY);
    expect(keptLength(whole)).toBe(600_000);
    growFile(whole, 700_000);
    expect([whole.endMs, keptLength(whole)]).toEqual([700_000, 600_000]);
    setFollowing(whole.link, true);
    growFile(whole, 800_000);
    expect([whole.endMs, keptLength(whole)]).toEqual([800_000, 600_000]);
    showLength(whole, Number.POSITIVE_INFINITY);
    expect(keptLength(whole)).toBe(800_000);
    const cut = createTimeline({ startMs: 0, endMs: 12_000 }, { startMs: 0, endMs: 30_000 });
    growFile(cut, 20_000);
    expect([cut.endMs, keptLength(cut)]).toEqual([20_000, 30_000]);
  });

  it("grow with their file in steps that are seen, and what leads others goes on to", () => {
    const day = 86_400_000;
    const link = createLinkGroup();
    const whole = createTimeline({ startMs: 0, endMs: day }, null, link);
    const page = createTimeline({ startMs: 0, endMs: day }, null, link);
    showLength(whole, Number.POSITIVE_INFINITY);
    const ends = new Set<number>();
    for (let second = 1; second <= 600; second++) {
      for (const each of [whole, page]) growFile(each, day + 1000 * second);
      ends.add(whole.endMs);
      expect(whole.fileEndMs - whole.endMs).toBeLessThan(day / 1000);
    }
    expect(ends.size).toBeLessThan(9);
    play(whole);
    expect([whole.isPlaying, page.isPlaying]).toEqual([false, true]);
  });

  it("are told what others draw of a view: where the cursor in it stands in time, and the frame of it, whatever changes of it", () => {
    const link = createLinkGroup();
    const [page, wide] = [30_000, 600_000].map((endMs) => createTimeline(file, { startMs: 0, endMs }, link));
    pointAt(link, page, 0.5);
    const told = (change: () => void) => {
      const before = link.state.moves;
      change();
      return link.state.moves > before;
    };
    expect(told(() => showSpan(page, { startMs: 0, endMs: 60_000 }))).toBe(true);
    expect(cursorMs(link)).toBe(30_000);
    expect(told(() => showSpan(page, { startMs: 0, endMs: 60_000 }))).toBe(false);
    expect(told(() => showLength(page, Number.POSITIVE_INFINITY))).toBe(true);
    expect(told(() => showLength(page, 10_000))).toBe(true);
    expect(told(() => leaveLink(page))).toBe(true);
    expect(told(() => joinLink(createTimeline(file, null), link))).toBe(true);
    // While it plays all of them have frames.
    showSpan(wide, { startMs: 0, endMs: 10_000 });
    play(wide);
    expect(told(() => showSpan(wide, { startMs: 0, endMs: 20_000 }))).toBe(false);
  });
});
