/** `npm run import-data -- FILE`: puts a file of export-data into an empty database. */
import { runCommand } from "./command.ts";
import { readLines } from "./files.ts";
import { importRows } from "./import-rows.ts";

await runCommand({ name: "import-data", file: "FILE" }, async ({ pool }, path) => {
  const client = await pool.connect();
  try {
    const rows = await importRows(client, readLines(path));
    return `${rows} rows were imported. The samples of recordings stay where they are: start the server with their data folder.`;
  } finally {
    client.release();
  }
});
