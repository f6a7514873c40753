/** What export-data and import-data share: options, the database, sentences for whoever typed the command. */
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "../platform/database.ts";
import { describeError } from "../platform/describe-error.ts";
import { StartRefused } from "../platform/start-refused.ts";
import { ImportRefused } from "./import-rows.ts";

const refusedCode = 2;

export interface Command {
  /** As it is called: export-data. */
  name: string;
  file: string;
}

/** A reason to stop that a person can act on. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** Runs a command on the database of the options and ends the process with 0, or with 2 and one sentence. */
export async function runCommand(
  { name, file }: Command,
  work: (database: Database, path: string) => Promise<string>,
): Promise<void> {
  const usage = `Usage: npm run ${name} -- [--data DIR] ${file}

  --data DIR  data folder, ./data by default; with DATABASE_URL that PostgreSQL is used instead`;
  try {
    const { path, dataDir } = optionsOf(usage);
    const database = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL || undefined });
    try {
      console.log(await work(database, path));
    } finally {
      await database.close();
    }
  } catch (error) {
    const isPlain = [StartRefused, ImportRefused, CommandRefused].some((kind) => error instanceof kind);
    if (isPlain) console.error((error as Error).message);
    else if ((error as NodeJS.ErrnoException).syscall !== undefined)
      console.error(`The file cannot be used: ${(error as Error).message}.`);
    else console.error(JSON.stringify({ msg: `${name}.failed`, err: describeError(error) }));
    process.exitCode = refusedCode;
  }
}

function optionsOf(usage: string): { path: string; dataDir: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: "string", default: "data" } },
    });
    if (positionals.length !== 1 || positionals[0] === "") throw new CommandRefused(usage);
    return { path: positionals[0], dataDir: values.data };
  } catch (error) {
    throw error instanceof CommandRefused ? error : new CommandRefused(`${(error as Error).message}\n\n${usage}`);
  }
}
