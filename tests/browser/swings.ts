/** A recording in which CPPOpt and MAPOpt are to be found. */
import { writeEdf } from "../support/edf-writer.ts";

const hours = 10;
const seconds = hours * 3600;
/** Pressures of a patient whose reactivity is lost below 57 and above 92 mmHg, about, and gone from the ninth hour on. */
export const swings = {
  name: "swings.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  seconds,
  bytes: () => {
    let state = 7;
    const noise = () => {
      state = (Math.imul(1664525, state) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    };
    const rows = Array.from({ length: seconds }, (_, i) => {
      const cpp = 75 + 22 * Math.sin(i / 1900);
      const slow = 4 * Math.sin(i / 6) + 3 * Math.sin(i / 8.3);
      const lost = ((cpp - 74) / 20) ** 2 - 0.6;
      return [cpp + 12 + slow + 2 * noise(), 12 + lost * slow + 2 * noise(), 65 + lost * slow + 2 * noise()];
    });
    // Nothing is measured in the last two hours.
    const sample = (k: number) => (i: number) => (i < 8 * 3600 ? Math.round(rows[i][k] * 10) : -32_768);
    const range = { physicalMin: -3276.8, physicalMax: 3276.7, digitalMin: -32_768, digitalMax: 32_767 };
    return writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: seconds / 10, recordSeconds: 10 },
      signals: ["ABP", "ICP", "stO2"].map((label, k) => ({
        ...{ label, unit: k === 2 ? "%" : "mmHg", ...range, samplesPerRecord: 10, sample: sample(k) },
      })),
    });
  },
};
