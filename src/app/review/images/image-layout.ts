/** Measures of windows of images (spec 001 section 9, Layout). CSS px */
import { imageMargins } from "../../../protocol/eeg-service.ts";

/** As in TimelineBar.module.css. */
const timelineBarPx = 38;

/** Under the pictures, over the timeline bar. */
export const imageFootPx = imageMargins.bottom - timelineBarPx;
