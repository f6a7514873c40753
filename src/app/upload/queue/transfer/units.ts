/** Cuts files into requests and gets addresses for them, some ahead of their use: they expire. */
import { getFileAddresses, getPartAddresses, mostAddresses, type PutAddress } from "../../../../protocol/uploads.ts";
import { ask } from "./ask.ts";
import type { Sending, Transfer } from "./transfer.ts";

/** Bytes that addresses are fetched for at once. */
const aheadBytes = 128 * 1024 * 1024;
/** Older addresses are replaced before they are used: they live for a quarter of an hour at least. */
export const freshMs = 300_000;

/** One request: bytes [start, end) of what is sent of a file. */
export interface Unit {
  readonly file: Sending;
  /** From 1; null: the file as a whole. */
  readonly part: number | null;
  readonly start: number;
  readonly end: number;
  /** Null: nothing has to be sent, the store has all parts. */
  readonly address: PutAddress | null;
  /** When the address was got, by the clock of the tools. */
  readonly gotMs: number;
  /** Requests of this file that were to be made. */
  readonly ofUnits: number;
}

type Order = Pick<Transfer, "uploadId" | "partSize" | "files" | "tools" | "signal" | "stage">;

/** All requests in order of the files. Parts that the store has are left out and counted as sent. */
export async function* unitsOf(order: Order): AsyncGenerator<Unit, undefined> {
  const { files } = order;
  for (let at = 0; at < files.length; ) {
    if (files[at].partCount > 1) {
      yield* missingParts(order, files[at++]);
      continue;
    }
    const batch = wholeFiles(files, at);
    at += batch.length;
    yield* await wholeUnits(order, batch);
  }
}

/** Files of one request from a position on, as many as addresses are fetched for at once. */
function wholeFiles(files: readonly Sending[], from: number): Sending[] {
  const batch: Sending[] = [];
  let bytes = 0;
  for (const file of files.slice(from, from + mostAddresses)) {
    bytes += file.size;
    if (file.partCount > 1 || (batch.length > 0 && bytes > aheadBytes)) break;
    batch.push(file);
  }
  return batch;
}

async function wholeUnits(
  { tools, uploadId, signal }: Order,
  files: readonly Sending[],
  asking: typeof ask = ask,
): Promise<Unit[]> {
  const gotMs = tools.nowMs();
  const body = { upload_id: uploadId, file_ids: files.map(({ fileId }) => fileId) };
  const { addresses } = await asking(tools, getFileAddresses, body, signal);
  const byId = new Map(addresses.map((address) => [address.file_id, address]));
  return files.map((file) => ({
    file,
    part: null,
    start: 0,
    end: file.size,
    address: demand(byId.get(file.fileId)),
    gotMs,
    ofUnits: 1,
  }));
}

async function* missingParts(order: Order, file: Sending): AsyncGenerator<Unit, undefined> {
  const perBatch = Math.max(1, Math.min(mostAddresses, Math.floor(aheadBytes / order.partSize)));
  const first = numbers(1, Math.min(perBatch, file.partCount));
  const answer = await ask(order.tools, getPartAddresses, partsBody(order, file, first), order.signal);
  const stored = new Set(answer.stored_parts);
  const missing = numbers(1, file.partCount).filter((part) => !stored.has(part));
  let storedBytes = 0;
  for (const part of stored) storedBytes += spanOf(order, file, part).end - spanOf(order, file, part).start;
  order.stage.addBytes(storedBytes - file.countedBytes);
  if (missing.length === 0) {
    yield { file, part: null, start: 0, end: file.size, address: null, gotMs: 0, ofUnits: 1 };
    return;
  }
  for (let at = 0; at < missing.length; at += perBatch) {
    const batch = missing.slice(at, at + perBatch);
    const isKnown = at === 0 && stored.size === 0;
    yield* partUnits(order, file, isKnown ? answer.addresses : await partAddresses(order, file, batch), missing.length);
  }
}

type PartAddress = PutAddress & { part: number };

const partUnits = (order: Order, file: Sending, addresses: readonly PartAddress[], ofUnits: number): Unit[] =>
  addresses.map((address) => ({
    file,
    part: address.part,
    ...spanOf(order, file, address.part),
    address,
    gotMs: order.tools.nowMs(),
    ofUnits,
  }));

/** All requests of one file anew, whatever the store has of it. */
export async function unitsAgain(order: Order, file: Sending): Promise<Unit[]> {
  if (file.partCount === 1) return wholeUnits(order, [file]);
  const units: Unit[] = [];
  const parts = numbers(1, file.partCount);
  for (let at = 0; at < parts.length; at += mostAddresses)
    units.push(
      ...partUnits(order, file, await partAddresses(order, file, parts.slice(at, at + mostAddresses)), parts.length),
    );
  return units;
}

/** The same request at a fresh address. */
export async function withNewAddress(order: Order, unit: Unit, asking: typeof ask = ask): Promise<Unit> {
  if (unit.part === null) return (await wholeUnits(order, [unit.file], asking))[0];
  const [fresh] = partUnits(order, unit.file, await partAddresses(order, unit.file, [unit.part], asking), unit.ofUnits);
  demand(fresh?.address ?? undefined);
  return fresh;
}

const partsBody = ({ uploadId }: Order, { fileId }: Sending, parts: number[]) => ({
  upload_id: uploadId,
  file_id: fileId,
  parts,
});

const partAddresses = async (order: Order, file: Sending, parts: number[], asking: typeof ask = ask) =>
  (await asking(order.tools, getPartAddresses, partsBody(order, file, parts), order.signal)).addresses;

const spanOf = ({ partSize }: Order, { size }: Sending, part: number) => ({
  start: (part - 1) * partSize,
  end: Math.min(size, part * partSize),
});

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n);

function demand<Address extends PutAddress>(address: Address | undefined): Address {
  if (address === undefined) throw new Error("The server gave no address for a file.");
  return address;
}
