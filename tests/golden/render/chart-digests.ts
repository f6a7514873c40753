/** The first 16 digits of the SHA-256 of the charts of `chart-frames.ts` as RGBA bytes. One that is drawn otherwise on purpose is looked at, and its digest taken from the failing test. */
export const chartDigests: Readonly<Record<string, string>> = {
  "CPPopt plot, dark": "48745813d6ca2aad",
  "CPPopt plot, light": "e722b7a5200c7461",
  "MAPopt plot, dark": "3a8a7df53f354d1d",
  "MAPopt plot, light": "a265044adcb74f7e",
  "SD detection, dark": "94aa16ad058371a6",
  "SD detection, light": "25527bf0b305adbf",
  "histogram, dark": "6270074369f27bee",
  "histogram, light": "26132383276bddc0",
  "scatter plot, dark": "36c2803cb7a40b36",
  "scatter plot, light": "596db456e4d3944a",
};
