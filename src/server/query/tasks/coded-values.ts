/** Values in fewer bytes, for who asks for them: 4 ms for a megabyte, so a compute thread does it. */
import type { ValuesShape } from "../../../protocol/page-codec.ts";
import { encodeBlock } from "../../../signal/codec.ts";
import type { ThreadTask } from "./task.ts";

type Values = Int16Array | Float32Array;
type CodedOrNot = { bytes: Uint8Array<ArrayBuffer> } | { bytes: null; data: Values };

/** The values are handed over, and come back when they are not worth it. */
export const codedValues: ThreadTask<{ data: Values; shape: ValuesShape }, CodedOrNot> = {
  name: "coded_values",
  lane: "quick",
  handsOver: ({ data }) => [data.buffer as ArrayBuffer],
  run({ core }, { data, shape }) {
    const bytes = encodeBlock(core, data, shape);
    return bytes === null ? { bytes, data } : { bytes };
  },
  handsBack: (made) => [(made.bytes ?? made.data).buffer as ArrayBuffer],
};
