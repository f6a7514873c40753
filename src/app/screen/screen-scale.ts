/** How large a millimetre is on the screen that the page is on. One proxy; the functions here are its only writers. */
import { proxy } from "valtio";
import {
  type MeasuredScreen,
  type MeasuredScreens,
  pixelsPerMmOf,
  readScreens,
  screenName,
  usualPixelsPerMm,
} from "../../domain/screen-scale.ts";
import { onPixelRatio } from "../../ui/pixel-ratio.ts";

/** Key in local storage. */
export const screensKey = "connect.screens";

/** Where the pictures of this screen are tested. */
export const pictureTestPath = "/data/picture_test";

export interface ScreenScale {
  /** CSS px per mm: measured, or the specification's. */
  pixelsPerMm: number;
  /** When it was measured, UTC ms; null: it was not. */
  measuredAt: number | null;
  /** "1920 × 1080" */
  screen: string;
}

/** What was measured where the browser stores nothing. */
let unstored: MeasuredScreens = {};
/** False: the browser stores nothing, and what is measured goes with the page. */
let isStored = true;
export const isScaleStored = (): boolean => isStored;

function readAll(): MeasuredScreens {
  try {
    return { ...unstored, ...readScreens(localStorage.getItem(screensKey)) };
  } catch {
    return unstored;
  }
}

function scaleNow(): ScreenScale {
  const name = screenName(screen);
  const measured = readAll()[name];
  const pixelsPerMm = measured === undefined ? null : pixelsPerMmOf(measured, devicePixelRatio);
  return {
    pixelsPerMm: pixelsPerMm ?? usualPixelsPerMm,
    measuredAt: pixelsPerMm === null ? null : measured.measuredAt,
    screen: name,
  };
}

/** The scale of this page's screen, as it is now. */
export const screenScale = proxy<ScreenScale>({ pixelsPerMm: usualPixelsPerMm, measuredAt: null, screen: "" });

const refresh = () => void Object.assign(screenScale, scaleNow());

function write(change: (screens: MeasuredScreens) => MeasuredScreens): void {
  unstored = change(readAll());
  try {
    localStorage.setItem(screensKey, JSON.stringify(unstored));
    unstored = {};
  } catch {
    isStored = false;
  }
  refresh();
}

/** A person has measured this screen: so many CSS px are a millimetre, at the zoom of now. */
export function measureScreen(pixelsPerMm: number): void {
  const measured: MeasuredScreen = { devicePixelsPerMm: pixelsPerMm * devicePixelRatio, measuredAt: Date.now() };
  write((screens) => ({ ...screens, [screenName(screen)]: measured }));
}

/** This screen was not measured after all. */
export const forgetScreen = (): void => write(({ [screenName(screen)]: _gone, ...screens }) => screens);

/** Follows the page from screen to screen, the zoom, and what other tabs measure, for as long as the page lives. */
export function tieScreen(): void {
  refresh();
  onPixelRatio(refresh);
  // A screen of the same density and another size: the page is told of its new place, by some browsers only as it is used again.
  for (const event of ["resize", "focus"]) window.addEventListener(event, refresh);
  document.addEventListener("pointerenter", refresh);
  document.addEventListener("visibilitychange", refresh);
  window.addEventListener("storage", ({ key }) => {
    if (key === screensKey || key === null) refresh();
  });
}
