/** Words about the size of things on the screen. Ours: the specification has no calibration. */
export const screenText = {
  title: "Screen calibration",
  /** In the review, where it is not known how large a millimetre is. */
  unknown: "Screen calibration: this screen was not measured, so \u00b5V/mm and mm/s are not true to size",
  hint: "So that \u00b5V/mm and mm/s are true on this screen.",
  open: "Calibrate screen",
  close: "Close",
  explain: (rulerMm: number) =>
    "Hold a bank card or an identity card (85.60 \u00d7 53.98 mm) against the screen and make the rectangle as large as the card. " +
    `Check with a ruler, if you have one: the line below is then ${rulerMm} mm long.`,
  width: "Width of the card",
  smaller: "Smaller",
  larger: "Larger",
  ruler: (mm: number) => `${mm} mm`,
  save: "Save",
  remove: "Remove calibration",
  /** Of the slider, for screen readers. */
  pixels: (pixels: string) => `${pixels} px`,
  measured: (screen: string, day: string) => `This screen (${screen}) was calibrated on ${day}.`,
  notMeasured: (screen: string) =>
    `This screen (${screen}) is not calibrated: 1 mm is drawn as 4.054 px, which may be larger or smaller than a millimeter.`,
  kept: "Kept in this browser for everybody who uses it, and for screens of this size only: calibrate again after connecting another one.",
  notKept: "This browser stores nothing: the calibration lasts until the page is closed.",
  toTest: "Test the picture",
  test: {
    title: "Picture test",
    explain:
      "A known signal is read from the server, filtered and drawn as the review draws recordings. Every pixel is then compared with a picture " +
      "that is computed from the definition of the signal in another way. What the screen makes of its pixels cannot be read: for that, " +
      "calibrate it and check with a ruler.",
    again: "Test again",
    running: "Testing...",
    checks: {
      samples: "10 s as recorded",
      filtered: "10 s, LFF 1 Hz, HFF 30 Hz, notch 60 Hz, filtered in this browser",
      columns: "2 min, LFF 1 Hz, HFF 30 Hz, notch 60 Hz, with a gap from 70 to 75 s",
    },
    right: "Right to the pixel.",
    wrong: (x: number, y: number) =>
      `Not right: the picture differs most at ${x}, ${y} (pixels from the upper left). Do not read recordings on this screen, and tell your administrator.`,
    scaled:
      "Not right: this browser draws pictures larger or smaller than they are. Set its zoom to 100 % and test again.",
    facts: (width: number, height: number, most: number, backend: string) =>
      `${width} \u00d7 ${height} pixels, drawn ${backend}; largest difference of a color: ${most} of 255.`,
    backends: { webgpu: "by the graphics card", canvas2d: "in software" },
    failed: (reason: string) => `The picture could not be made. ${reason}`,
  },
  speed: (mmPerSecond: number) => `${mmPerSecond} mm/s`,
} as const;
