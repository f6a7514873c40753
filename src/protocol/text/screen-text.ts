/** Words about the size of things on the screen. Ours: the specification has no calibration. */
export const screenText = {
  title: "Screen calibration",
  /** In the review, where it is not known how large a millimetre is. */
  unknown: "Screen calibration: this screen was not measured, so \u00b5V/mm and mm/s are not true to size",
  hint: "So that \u00b5V/mm and mm/s are true on this screen.",
  open: "Calibrate screen",
  close: "Close",
  explain:
    "Hold a bank card or an identity card (85.60 \u00d7 53.98 mm) against the screen and make the rectangle as large as the card. " +
    "Check with a ruler, if you have one: the line below is then 100 mm long.",
  width: "Width of the card",
  smaller: "Smaller",
  larger: "Larger",
  ruler: "100 mm",
  save: "Save",
  remove: "Remove calibration",
  /** Of the slider, for screen readers. */
  pixels: (pixels: string) => `${pixels} px`,
  measured: (screen: string, day: string) => `This screen (${screen}) was calibrated on ${day}.`,
  notMeasured: (screen: string) =>
    `This screen (${screen}) is not calibrated: 1 mm is drawn as 4.054 px, which may be larger or smaller than a millimeter.`,
  kept: "Kept in this browser for everybody who uses it, and for screens of this size only: calibrate again after connecting another one.",
  notKept: "This browser stores nothing: the calibration lasts until the page is closed.",
  speed: (mmPerSecond: number) => `${mmPerSecond} mm/s`,
} as const;
