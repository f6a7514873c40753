/** Where the parts of the navigator lie, in CSS px of its track. */

/** Every part that takes a pointer is at least this wide (WCAG 2.5.8). */
export const targetPx = 24;
const smallestViewPx = 6;

export interface NavigatorGeometry {
  /** The drawn box of the view. */
  readonly view: { readonly x: number; readonly width: number };
  /** Pointer targets: both handles around the window's own; none overlaps another. */
  readonly start: { readonly x: number; readonly width: number };
  readonly window: { readonly x: number; readonly width: number };
  readonly end: { readonly x: number; readonly width: number };
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));

/**
 * Lays the parts out for a view that covers the fractions [from, to] of a track. Handles stand on the edges of a wide
 * view and beside those of a narrow one, so that each keeps its 24 px and stays on the track.
 */
export function layNavigator(from: number, to: number, trackPx: number): NavigatorGeometry {
  const viewWidth = Math.max((to - from) * trackPx, smallestViewPx);
  const viewX = clamp(((from + to) / 2) * trackPx - viewWidth / 2, 0, trackPx - viewWidth);
  const middle = viewX + viewWidth / 2;
  const startX = clamp(Math.min(viewX - targetPx / 2, middle - 1.5 * targetPx), 0, trackPx - 3 * targetPx);
  const endX = clamp(
    Math.max(viewX + viewWidth - targetPx / 2, middle + targetPx / 2),
    startX + 2 * targetPx,
    trackPx - targetPx,
  );
  return {
    view: { x: viewX, width: viewWidth },
    start: { x: startX, width: targetPx },
    window: { x: startX + targetPx, width: endX - startX - targetPx },
    end: { x: endX, width: targetPx },
  };
}
