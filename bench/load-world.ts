/** A server with one long recording and many accounts that see it, for the benches of load. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defaultAuxFilters, defaultFilters } from "../src/domain/montage/filter-options.ts";
import { resolveMontage } from "../src/domain/montage/montage.ts";
import { computedRows, recipeOf as recipeOfRows } from "../src/domain/montage/row-recipe.ts";
import { standardMontages } from "../src/domain/montage/standard-montages.ts";
import type { Recipe } from "../src/protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../src/protocol/recordings.ts";
import { openDatabase } from "../src/server/platform/database/database.ts";
import { addToken, addUser, defaultPlace } from "../tests/support/accounts.ts";
import { loopMonitor } from "./loop-monitor.ts";
import { benchRecording, recordingDetail } from "./recordings.ts";
import { type RunningServer, startServer } from "./server.ts";
import type { BenchContext } from "./types.ts";

const hours = 24;
const tokenLifeMs = 3_600_000;

export interface LoadWorld {
  server: RunningServer;
  recording: RecordingDetail;
  group: SignalGroup;
  /** One for each account. */
  tokens: string[];
}

/** `tokens[k]` belongs to the k-th of so many accounts; they see everything, and the derived cache is empty. */
export async function withLoadWorld<T>(
  context: BenchContext,
  accounts: number,
  work: (world: LoadWorld) => Promise<T>,
): Promise<T> {
  const { dataDir, dataObjectId } = await benchRecording(context, hours, { fresh: true });
  const tokens = await tokensOf(dataDir, accounts);
  const monitor = join(context.cacheDir, "loop-monitor.mjs");
  writeFileSync(monitor, loopMonitor);
  const server = await startServer({ dataDir, env: { NODE_OPTIONS: `--import=${pathToFileURL(monitor)}` } });
  try {
    const recording = await recordingDetail(server.url, tokens[0], dataObjectId);
    const group = recording.groups.find(({ kind }) => kind === "eeg");
    if (group === undefined) throw new Error("the bench recording has no EEG");
    return await work({ server, recording, group, tokens });
  } finally {
    await server.stop();
  }
}

async function tokensOf(dataDir: string, accounts: number): Promise<string[]> {
  const { pool, drizzle, close } = await openDatabase({ dataDir, mustOwn: true });
  try {
    const { workspaceId, projectId, siteId } = await defaultPlace(drizzle);
    const permissions = ["visualize_data", "access_data_visualize", "access_data_upload_patient_subpage"] as const;
    const tokens: string[] = [];
    for (let n = 0; n < accounts; n++) {
      const email = `load-${n}@connect.test`;
      const known = await pool.query<{ id: number }>("select id from app_user where email_key = $1", [email]);
      const user =
        known.rows.length > 0
          ? { id: known.rows[0].id, workspaceId }
          : await addUser(pool, { workspaceId, permissions, projectIds: [projectId], siteIds: [siteId], email });
      tokens.push(await addToken(pool, user, { lifeMs: tokenLifeMs }));
    }
    return tokens;
  } finally {
    await close();
  }
}

/** The usual filters over one of the standard montages. */
export function recipeOf(group: SignalGroup, montage: number): Recipe {
  const drawn = resolveMontage(group, standardMontages[montage % standardMontages.length]);
  const filters = { eeg: defaultFilters, aux: defaultAuxFilters };
  return recipeOfRows(drawn, computedRows(drawn), { filters, samplingHz: group.sampling_hz });
}
