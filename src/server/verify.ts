/** `npm run verify`: reads everything that is stored of every recording and compares it, whether or not the server is running. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { damageText } from "../protocol/text/damage-text.ts";
import { openBus } from "./platform/bus/open-bus.ts";
import { openDatabase } from "./platform/database/database.ts";
import { describeError } from "./platform/describe-error.ts";
import { unknownSettings } from "./platform/start/config.ts";
import { tellIfAsked } from "./platform/start/help.ts";
import { startProblem } from "./platform/start/start-problems.ts";
import { StartRefused } from "./platform/start/start-refused.ts";
import { sentenceOf } from "./platform/start/unknown-variables.ts";
import { openStores } from "./platform/storage/index.ts";
import { storeOf } from "./platform/storage/settings.ts";
import { openRecordings, type RecordingStore, remoteHome } from "./recordings/index.ts";

const usage = `Usage: npm run verify -- [--data DIR]

  --data DIR  data folder, ./data by default; with DATABASE_URL that PostgreSQL is used instead

  Ends with 0 when every recording is as it was stored, with 1 when one is damaged, with 2 when it could not look.`;
const damagedCode = 1;
const refusedCode = 2;

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof StartRefused) console.error(error.message);
  else console.error(JSON.stringify({ msg: "verify.failed", err: describeError(error) }));
  return refusedCode;
});

async function main(): Promise<number> {
  tellIfAsked(usage);
  const dataDir = readOrder();
  if (dataDir === null) return refusedCode;
  for (const unknown of unknownSettings(process.env)) console.error(sentenceOf(unknown));
  try {
    return await verifyIn(dataDir);
  } catch (error) {
    throw startProblem(error, dataDir, { isEmbedded: !process.env.DATABASE_URL }) ?? error;
  }
}

async function verifyIn(dataDir: string): Promise<number> {
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const store = storeOf(process.env);
  // What cannot be found is written down as damaged: of a folder that is not there nothing is to be written.
  if (store.kind === "fs" && !existsSync(dataDir))
    throw new StartRefused(`There is no folder ${resolve(dataDir)}: name the data folder of the server with --data.`);
  const database = await openDatabase({ dataDir, databaseUrl, mustExist: true });
  const stores = await openStores({ dataDir, store });
  const bus = await openBus({ databaseUrl });
  const recordings = openRecordings({
    db: database.drizzle,
    dataDir,
    remote: remoteHome(stores, 0),
    onChange: (recordingIds) => bus.send({ kind: "recordings-changed", recordingIds }),
  });
  try {
    return await verifyAll(recordings);
  } finally {
    recordings.close();
    await bus.close();
    await database.close();
    await stores.close();
  }
}

function readOrder(): string | null {
  try {
    const { values } = parseArgs({ options: { data: { type: "string", default: "data" } } });
    return values.data;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return null;
  }
}

async function verifyAll(recordings: RecordingStore): Promise<number> {
  const ids = await recordings.integrity.all();
  let [damaged, unread] = [0, 0];
  for (const id of ids)
    try {
      const result = await recordings.integrity.verify(id);
      if (result === null) continue; // removed meanwhile
      if (result.state === "damaged") damaged++;
      const notes = [
        ...(result.isNew ? ["checksums made"] : []),
        ...(result.mended > 0 ? [`${result.mended} files made again`] : []),
        ...(result.state === "good" && result.isChanged ? ["was damaged, is whole again"] : []),
      ];
      const said = result.state === "good" ? "as it was stored" : `DAMAGED: ${await partsOf(recordings, id)}`;
      console.log(`Recording ${id}: ${[said, ...notes].join("; ")}`);
    } catch (error) {
      unread++;
      console.error(`Recording ${id}: could not be read: ${describeError(error).code ?? describeError(error).type}`);
    }
  console.log(`${ids.length} recordings, ${damaged} damaged.`);
  return unread > 0 ? refusedCode : damaged > 0 ? damagedCode : 0;
}

/** Which signals, from when to when (UTC). */
async function partsOf(recordings: RecordingStore, id: number): Promise<string> {
  const detail = await recordings.get(id, "everything");
  if (detail === null) return "a recording that is shown to nobody any more";
  const time = (ms: number) => new Date(ms).toISOString();
  const parts = detail.damage.map(({ modality, start_ms, end_ms }) =>
    damageText.part(modality, time(start_ms), time(end_ms)),
  );
  return [...parts, ...(detail.has_damaged_annotations ? [damageText.annotations] : [])].join(", ");
}
