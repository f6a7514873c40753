/** Values in fewer bytes, for who asks for them: 4 ms for a megabyte, so a compute thread does it. */
import { bytesOf, type CodedValues, type ValuesShape } from "../../../protocol/page-codec.ts";
import type { PageCode } from "../../../protocol/pages.ts";
import { encodeBlock } from "../../../signal/codec.ts";
import type { Core } from "../../../signal/core.ts";
import type { ThreadTask } from "./task.ts";

type Values = Int16Array | Float32Array;
type CodedOrNot = { bytes: Uint8Array<ArrayBuffer> } | { bytes: null; data: Values };

/** For work of a thread that ends with values: as they are sent, coded where they are wanted so and that makes them fewer bytes. */
export function asSent<Data extends Values>(
  core: Core,
  data: Data,
  { shape, code }: { shape: ValuesShape; code: PageCode | undefined },
): Data | CodedValues {
  const bytes = code === undefined || data.length === 0 ? null : encodeBlock(core, data, shape);
  return code === undefined || bytes === null ? data : { code, bytes, length: data.length };
}

/** Memory of values that are handed over. */
export const bufferOf = (data: Values | CodedValues): ArrayBuffer => bytesOf(data).buffer as ArrayBuffer;

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
