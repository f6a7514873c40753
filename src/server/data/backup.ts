/** `npm run backup -- DIR`: rows and files of an installation in a new folder, whether or not the server is running. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { counted } from "../../domain/edf/repairs.ts";
import { storeOf } from "../platform/storage/settings.ts";
import { CommandRefused, runCommand } from "./command.ts";
import { makeBackup } from "./make-backup.ts";

await runCommand({ name: "backup", file: "DIR", mustExist: true }, async ({ pool }, path, dataDir) => {
  if (!existsSync(dataDir))
    throw new CommandRefused(`There is no folder ${resolve(dataDir)}: name the data folder of the server with --data.`);
  const client = await pool.connect();
  try {
    const isLocal = storeOf(process.env).kind === "fs";
    let told = 0;
    const onProgress = (copied: number, all: number) => {
      const tenth = Math.min(9, Math.floor((10 * copied) / Math.max(1, all)));
      if (tenth > told) console.log(`${tenth}0 % (${megabytes(copied)} of ${megabytes(all)})`);
      told = Math.max(told, tenth);
    };
    const made = await makeBackup({ client, dataDir, target: resolve(path), isLocal, onProgress });
    return [
      `${path}: every row and ${counted(made.files, "file")} (${megabytes(made.bytes)}).`,
      ...made.missing.map((id) => `Recording ${id} has no samples in the data folder, so the backup has none either.`),
      ...made.torn.map(
        (id) =>
          `Recording ${id} was written faster than it could be copied: make another backup, in this one it is damaged.`,
      ),
      ...(isLocal
        ? []
        : ["Objects of the S3-compatible service are not in it: copy the bucket now, after this backup."]),
      "Keep it as safe as the server: it holds patients' data, keys and the hashes of passwords.",
    ].join("\n");
  } finally {
    client.release();
  }
});

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
