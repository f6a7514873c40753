/** A small writer of zip archives for tests: correct by default, and able to lie about everything. */
import { crc32, deflateRawSync } from "node:zlib";

export interface WrittenPart {
  name: string;
  content: string | Uint8Array;
  /** Default: deflated. */
  isStored?: boolean;
  /** What the headers say, whatever is true: of both headers, and of the local one alone. */
  says?: Partial<PartFacts>;
  saysLocally?: Partial<PartFacts>;
  /** What stands in the extra field of the directory, and of the header in front of the part. */
  extra?: Uint8Array;
  extraLocally?: Uint8Array;
}

interface PartFacts {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  /** Of the directory alone. */
  offset: number;
}

/** An extra field with sizes of 64 bits. */
export function wideSizes(unpackedBytes: number, packedBytes: number): Uint8Array {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt16LE(1, 0);
  bytes.writeUInt16LE(16, 2);
  bytes.writeBigUInt64LE(BigInt(unpackedBytes), 4);
  bytes.writeBigUInt64LE(BigInt(packedBytes), 12);
  return bytes;
}

const none = new Uint8Array();

const headOf = ({ flags, method, crc, packedBytes, unpackedBytes, name }: PartFacts, extra: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packedBytes, 14);
  bytes.writeUInt32LE(unpackedBytes, 18);
  bytes.writeUInt16LE(Buffer.byteLength(name), 22);
  bytes.writeUInt16LE(extra.length, 24);
  return bytes;
};

export function writeZip(parts: readonly WrittenPart[]): Uint8Array<ArrayBuffer> {
  const [locals, entries]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const { name, content, isStored = false, says, saysLocally, extra = none, extraLocally = none } of parts) {
    const plain = Buffer.from(content);
    const packed = isStored ? plain : deflateRawSync(plain);
    const facts: PartFacts = {
      ...{ name, flags: 0, method: isStored ? 0 : 8, crc: crc32(plain), offset },
      ...{ packedBytes: packed.length, unpackedBytes: plain.length },
      ...says,
    };
    const local = { ...facts, ...saysLocally };
    const head = Buffer.concat([
      Buffer.from("PK\x03\x04"),
      headOf(local, extraLocally),
      Buffer.from(local.name),
      extraLocally,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(facts.offset, 10);
    entries.push(Buffer.from("PK\x01\x02\x14\x00"), headOf(facts, extra), rest, Buffer.from(facts.name), extra);
    locals.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
