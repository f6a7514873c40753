/** `npm run export-data -- FILE`: writes every row of the database into a file, whether or not the server is running. */
import { CommandRefused, runCommand } from "./command.ts";
import { exportRows } from "./export-rows.ts";
import { isThere, writeLines } from "./files.ts";

await runCommand({ name: "export-data", file: "FILE", mustExist: true }, async ({ pool }, path) => {
  if (await isThere(path)) throw new CommandRefused(`${path} is there already.`);
  const client = await pool.connect();
  try {
    const bytes = await writeLines(path, exportRows(client));
    return (
      `${path}: ${bytes} bytes. Keep it as safe as the database: it holds e-mail addresses and the hashes of passwords.\n` +
      "The samples of recordings are not in it: they stay in the data folder."
    );
  } finally {
    client.release();
  }
});
