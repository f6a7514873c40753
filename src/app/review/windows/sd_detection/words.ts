/** What the SD detection window says (spec 2.12). */
const count = (n: number, one: string) => `${n.toLocaleString("en-US")} ${n === 1 ? one : `${one}s`}`;

export const words = {
  title: "SD Detection",
  auto: "Auto-SD-detection",
  on: "On",
  off: "Off",
  screening: "screening, not validated",
  overlay: "SD",
  sensitivityName: (microVolts: number) => `${microVolts} \u00b5V/mm`,
  traces: (band: string, microVolts: number) => `${band}, ${microVolts} \u00b5V/mm`,
  label: (montage: string, span: string, eeg: string, overlay: string) =>
    `EEG traces and a slow overlay. Montage ${montage}. ${span}. EEG ${eeg}. SD overlay ${overlay}.`,
  events: (n: number) => `${count(n, "event")} in view`,
  findings: {
    off: "Auto-SD-detection is off.",
    loading: "Looking for events",
    failed: (message: string) => `Part of the events could not be had: ${message}`,
    noRows: "No row of this montage can be searched for events: none is a calibrated voltage.",
    one: (channel: string, at: string) => `${channel} at ${at}`,
  },
  provisional: (time: string) => `Provisional from ${time} on: what decides them lies behind the end of the data.`,
  highPass: (hz: string, rows: number, all: number) =>
    `${rows === all ? "All rows were" : `${count(rows, "row")} of ${all} ${rows === 1 ? "was" : "were"}`} recorded through a high-pass of their own of up to ${hz} Hz, which takes slow potentials away. Spreading depolarisations cannot be seen in them, and are not found.`,
  highPassUnknown: (rows: number, all: number) =>
    `Own high-pass unknown${rows === all ? "" : ` of ${count(rows, "row")}`}: the file does not say whether slow potentials are in it.`,
  facts: {
    definition:
      "Slow potential change of at least the threshold within \u00b15 minutes, 20 to 400 s wide at half its height; depression of the 1\u201330 Hz activity by 3 dB or more; spread to another channel after 10 to 600 s; not in half of the channels at once. Seconds lie on the epoch grid. A screening rule, not validated.",
    parameters: (microVolts: number, channels: number) =>
      `Threshold ${microVolts} \u00b5V (${microVolts <= 100 ? "scalp electrodes" : "electrodes that are not all on the scalp"}); ${count(channels, "channel")}; pages of 30 minutes; unfiltered`,
    source: (group: string, file: string) => `${group} (${file})`,
    left: (masked: string, missing: string) => `${masked} masked, ${missing} missing`,
    nothing: "Nothing is looked at.",
  },
  configure: {
    title: "Configure SD Detection",
    eeg: "EEG Settings",
    sd: "SD Settings",
    lff: "LFF",
    hff: "HFF",
    notch: "Notch Frequency",
    sensitivity: "Sensitivity",
  },
} as const;
