/** `npm run restore -- DIR`: puts a backup into an empty data folder (and into the empty database of DATABASE_URL). */
import { resolve } from "node:path";
import { counted } from "../../domain/edf/repairs.ts";
import { runPlainly } from "./command.ts";
import { restoreBackup } from "./restore-backup.ts";

await runPlainly({ name: "restore", file: "DIR" }, async ({ path, dataDir, databaseUrl }) => {
  const { rows, files } = await restoreBackup({ source: resolve(path), dataDir: resolve(dataDir), databaseUrl });
  return `Restored into ${dataDir}: ${counted(rows, "row")} and ${counted(files, "file")}. Start the server with it.`;
});
