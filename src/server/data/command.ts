/** What the commands of this folder share: options, the database, sentences for whoever typed the command. */
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { describeError } from "../platform/describe-error.ts";
import { unknownSettings } from "../platform/start/config.ts";
import { tellIfAsked } from "../platform/start/help.ts";
import { startProblem } from "../platform/start/start-problems.ts";
import { sentenceOf } from "../platform/start/unknown-variables.ts";
import { ImportRefused } from "./import-rows.ts";
import { BackupRefused } from "./manifest.ts";

const refusedCode = 2;

export interface Command {
  /** As it is called: export-data. */
  name: string;
  /** What it wants to be told: FILE. */
  file: string;
  /** It looks at an installation, and makes none. */
  mustExist?: boolean;
}

export interface CommandOptions {
  path: string;
  dataDir: string;
  databaseUrl: string | undefined;
}

/** A reason to stop that a person can act on. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** Runs a command on the database of the options and ends the process with 0, or with 2 and one sentence. */
export const runCommand = (
  command: Command,
  work: (database: Database, path: string, dataDir: string) => Promise<string>,
): Promise<void> =>
  runPlainly(command, async ({ path, dataDir, databaseUrl }) => {
    const database = await openDatabase({ dataDir, databaseUrl, mustExist: command.mustExist });
    try {
      return await work(database, path, dataDir);
    } finally {
      await database.close();
    }
  });

/** Runs a command and ends the process with 0 and what it says, or with 2 and one sentence. */
export async function runPlainly(
  { name, file }: Command,
  work: (options: CommandOptions) => Promise<string>,
): Promise<void> {
  const usage = `Usage: npm run ${name} -- [--data DIR] ${file}

  --data DIR  data folder, ./data by default; with DATABASE_URL that PostgreSQL is used instead`;
  tellIfAsked(usage);
  let dataDir = "data";
  try {
    const options = optionsOf(usage);
    dataDir = options.dataDir;
    for (const unknown of unknownSettings(process.env)) console.error(sentenceOf(unknown));
    console.log(await work(options));
  } catch (error) {
    const isPlain = [ImportRefused, CommandRefused, BackupRefused].some((kind) => error instanceof kind);
    const problem = startProblem(error, dataDir, { isEmbedded: !process.env.DATABASE_URL });
    if (isPlain) console.error((error as Error).message);
    else if (problem !== null) console.error(problem.message);
    else if ((error as NodeJS.ErrnoException).syscall !== undefined)
      console.error(`The file cannot be used: ${(error as Error).message}.`);
    else console.error(JSON.stringify({ msg: `${name}.failed`, err: describeError(error) }));
    process.exitCode = refusedCode;
  }
}

function optionsOf(usage: string): CommandOptions {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: "string", default: "data" } },
    });
    if (positionals.length !== 1 || positionals[0] === "") throw new CommandRefused(usage);
    return { path: positionals[0], dataDir: values.data, databaseUrl: process.env.DATABASE_URL || undefined };
  } catch (error) {
    throw error instanceof CommandRefused ? error : new CommandRefused(`${(error as Error).message}\n\n${usage}`);
  }
}
