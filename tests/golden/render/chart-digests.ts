/** The first 16 digits of the SHA-256 of the charts of `chart-frames.ts` as RGBA bytes. One that is drawn otherwise on purpose is looked at, and its digest taken from the failing test. */
export const chartDigests: Readonly<Record<string, string>> = {
  "CPPopt plot, dark": "2753c3309daa4980",
  "CPPopt plot, light": "5dd055f565a8fcdc",
  "MAPopt plot, dark": "1f46c1b4a75d2e08",
  "MAPopt plot, light": "cc51e38ec6640e9a",
  "SD detection, dark": "94aa16ad058371a6",
  "SD detection, light": "25527bf0b305adbf",
  "histogram, dark": "098a8b827698fc40",
  "histogram, light": "12124389e22576c3",
  "scatter plot, dark": "36c2803cb7a40b36",
  "scatter plot, light": "596db456e4d3944a",
};
