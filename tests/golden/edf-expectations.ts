/**
 * What the bytes of the sample files say, worked out from them with Python's struct, numpy and zoneinfo, not with the
 * reader under test. `signals`: number, count of samples, first three digital values, and the first 16 digits of the
 * SHA-256 of all of them as little-endian int32.
 */
export interface ExpectedFile {
  name: string;
  format: string;
  annotations: number;
  /** Modality, kind, rate in Hz, channels. */
  groups: [string, string, number, number][];
  /** The header second, its wall time read in New York. */
  startUtc: string;
  records: number;
  signals: [number, number, [number, number, number], string][];
}

export const expectedFiles: readonly ExpectedFile[] = [
  {
    name: "bdf_biosemi_73ch_2048hz.bdf",
    format: "BDF",
    annotations: 0,
    groups: [
      ["EEG", "eeg", 2048, 72],
      ["Status_na", "waveform", 2048, 1],
    ],
    startUtc: "2013-08-01T17:21:46.000Z",
    records: 1,
    signals: [
      [0, 2048, [469155, 468981, 468722], "cb70d7c434fc4224"],
      [72, 2048, [-6815744, -6815744, -6815744], "b9b9a45d5552e365"],
    ],
  },
  {
    name: "bdf_stim_channel.bdf",
    format: "BDF",
    annotations: 0,
    groups: [["EEG", "eeg", 500, 4]],
    startUtc: "2015-03-19T12:04:01.000Z",
    records: 10,
    signals: [
      [0, 5000, [406384, 407404, 398532], "31bc96a37585f317"],
      [3, 5000, [1835008, 1835008, 1835008], "a44ed2f0bcd4d2fd"],
    ],
  },
  {
    name: "bdfplus_odd_rates.bdf",
    format: "BDF+C",
    annotations: 0,
    groups: [
      ["EEG", "eeg", 1000, 1],
      ["EEG_800", "eeg", 800, 1],
      ["EEG_500", "eeg", 500, 1],
      ["EEG_975", "eeg", 975, 1],
      ["EEG_999", "eeg", 999, 1],
    ],
    startUtc: "2000-01-01T05:00:00.000Z",
    records: 30,
    signals: [
      [0, 30000, [87830, 175574, 263145], "2f1197b585d9bf84"],
      [4, 29970, [-1755456, 2621131, 2375625], "bbaaabb193826219"],
    ],
  },
  {
    name: "edfplus_continuous_20s.edf",
    format: "EDF+C",
    annotations: 2,
    groups: [["EEG", "eeg", 200, 11]],
    startUtc: "2009-12-10T17:44:02.000Z",
    records: 20,
    signals: [
      [0, 4000, [3276, 3276, 3276], "7abe96c4cf31db8c"],
      [10, 4000, [3276, 0, -3276], "94947c7dcf10f8cd"],
    ],
  },
  {
    name: "edfplus_discontinuous_20s.edf",
    format: "EDF+D",
    annotations: 1,
    groups: [["EEG", "eeg", 200, 11]],
    startUtc: "2009-12-10T17:44:02.000Z",
    records: 11,
    signals: [
      [0, 2200, [3276, 3276, 3276], "895a860d7c8fad8d"],
      [10, 2200, [3276, 0, -3276], "36f5a1fad7139ad5"],
    ],
  },
  {
    name: "edfplus_generator.edf",
    format: "EDF+C",
    annotations: 2,
    groups: [["EEG", "eeg", 200, 11]],
    startUtc: "2011-04-04T16:57:02.000Z",
    records: 600,
    signals: [
      [0, 120000, [3276, 3276, 3276], "d27a2e1ede8405ed"],
      [10, 120000, [3276, 0, -3276], "6f6c79418dbb379f"],
    ],
  },
  {
    name: "edfplus_natus_style_subsecond_inverted.edf",
    format: "EDF+C",
    annotations: 4,
    groups: [["EEG", "eeg", 128, 1]],
    startUtc: "2020-01-24T09:05:56.000Z",
    records: 698,
    signals: [[0, 89344, [-24, -29, -39], "c6c493543fe59f25"]],
  },
  {
    name: "eeg_16ch_256hz.edf",
    format: "EDF",
    annotations: 0,
    groups: [["EEG", "eeg", 256, 16]],
    startUtc: "1997-04-25T17:36:05.000Z",
    records: 60,
    signals: [
      [0, 15360, [16, 16, 16], "390c15a5f3b6edf7"],
      [15, 15360, [-55, -55, -55], "0a3f84ca4ab91366"],
    ],
  },
  {
    name: "eeg_30ch_250hz.edf",
    format: "EDF",
    annotations: 0,
    groups: [["EEG", "eeg", 250, 30]],
    startUtc: "2008-10-15T00:48:12.000Z",
    records: 192,
    signals: [
      [0, 48000, [2149, 954, -728], "c9f0e579084804c6"],
      [29, 48000, [-3147, -3079, -2154], "0dfc04eea9fab09f"],
    ],
  },
  {
    name: "eeg_64ch_bci2000_annotations.edf",
    format: "EDF+C",
    annotations: 38,
    groups: [["EEG", "eeg", 128, 64]],
    startUtc: "2009-08-12T20:15:00.000Z",
    records: 124,
    signals: [
      [0, 15872, [21, 7, 11], "dd9ae461057f1f9e"],
      [63, 15872, [-14, -44, -36], "c51e4acec04ab07d"],
    ],
  },
  {
    name: "hypnogram_annotations_only.edf",
    format: "EDF+C",
    annotations: 154,
    groups: [],
    startUtc: "1989-04-24T20:13:00.000Z",
    records: 1,
    signals: [],
  },
  {
    name: "ieeg_single_control_byte.edf",
    format: "EDF",
    annotations: 0,
    groups: [["EEG", "eeg", 200, 1]],
    startUtc: "1970-01-01T05:00:00.000Z",
    records: 68,
    signals: [[0, 13600, [-7064, -9584, -9095], "523891f5dcafd6b3"]],
  },
  {
    name: "mne_ecog_140ch.edf",
    format: "EDF+C",
    annotations: 5,
    groups: [["EEG", "eeg", 512, 139]],
    startUtc: "2014-04-30T02:19:44.000Z",
    records: 6,
    signals: [
      [0, 3072, [-15, -3, -3], "f5485f63d9e067ba"],
      [138, 3072, [4352, 0, 0], "d17275d47ece0751"],
    ],
  },
  {
    name: "polarity_positive_spikes.edf",
    format: "EDF",
    annotations: 0,
    groups: [["EEG", "eeg", 100, 1]],
    startUtc: "2000-01-01T17:00:00.000Z",
    records: 12,
    signals: [[0, 1200, [32000, 0, 0], "40c17a34d8a2faa7"]],
  },
  {
    name: "psg_18ch_mixed_rates.edf",
    format: "EDF+C",
    annotations: 1556,
    groups: [
      ["EEG", "eeg", 100, 12],
      ["Resp oro-nasal_na", "waveform", 100, 1],
      ["Resp chest_na", "waveform", 100, 1],
      ["Resp abdomen_na", "waveform", 100, 1],
      ["SaO2_na", "waveform", 100, 1],
      ["Hypnogram_na", "numeric", 0.1, 1],
    ],
    startUtc: "1998-07-02T04:45:00.000Z",
    records: 120,
    signals: [
      [0, 120000, [328, 417, 339], "4ad865e4334a3dff"],
      [16, 120, [3, 3, 3], "f9cf78ab3099b901"],
    ],
  },
  {
    name: "psg_short_30s_records.edf",
    format: "EDF",
    annotations: 0,
    groups: [
      ["EEG", "eeg", 100, 3],
      ["Resp oro-nasal_na", "numeric", 1, 1],
      ["EEG_1", "eeg", 1, 1],
      ["Temp rectal_na", "numeric", 1, 1],
      ["Event marker_na", "numeric", 1, 1],
    ],
    startUtc: "1989-04-24T20:13:00.000Z",
    records: 10,
    signals: [
      [0, 30000, [53, -28, 14], "841633d58059285c"],
      [6, 300, [920, 899, 919], "ce015adb777850d1"],
    ],
  },
  {
    name: "pulse_oximetry.EDF",
    format: "EDF+C",
    annotations: 0,
    groups: [
      ["SaO2_na", "numeric", 0.25, 1],
      ["HR_na", "numeric", 0.25, 1],
      ["Move_na", "numeric", 0.25, 1],
    ],
    startUtc: "2023-08-26T06:05:23.000Z",
    records: 681,
    signals: [
      [0, 681, [96, 96, 97], "ac5e809e73b4e9f9"],
      [2, 681, [0, 0, 8], "b09cf245db35b17c"],
    ],
  },
  {
    name: "two_rates_sine_block.edf",
    format: "EDF",
    annotations: 0,
    groups: [
      ["EEG", "eeg", 100, 1],
      ["EEG_12.8", "eeg", 12.8, 1],
    ],
    startUtc: "2000-07-13T16:05:48.000Z",
    records: 11,
    signals: [
      [0, 11000, [0, 192, 377], "07f3f2d2faf1488e"],
      [1, 1408, [1000, 1000, 1000], "64751ddf3ecb46e3"],
    ],
  },
];
