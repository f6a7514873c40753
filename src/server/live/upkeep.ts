/**
 * Completes streams to which nothing comes any more, so that no recording stays open for ever, and ends gateways that nobody sees. Every
 * node that answers users may do it.
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { closeStream } from "../../protocol/live.ts";
import { recordStart } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { revokeForgotten } from "./gateways.ts";
import type { LiveStreams, LiveStreamsOptions } from "./live-streams.ts";
import { endedStreams } from "./stream-rows.ts";

const everyMs = 10 * 60_000;

export interface LiveUpkeepOptions extends Pick<LiveStreamsOptions, "log"> {
  db: NodePgDatabase;
  streams: LiveStreams;
  silentHours: number;
}

export interface LiveUpkeep {
  /** Another round, now: a gateway was revoked. */
  soon(): void;
  /** Ends it, and waits for a running round. */
  end(): Promise<void>;
}

/** Once now and then every ten minutes. */
export function startLiveUpkeep(options: LiveUpkeepOptions): LiveUpkeep {
  const { log } = options;
  const round = () => tidy(options).catch((err) => log.warn({ err }, "live.untidy")); // tried again next time
  let running = round();
  const soon = () => {
    running = running.then(round);
  };
  const timer = setInterval(soon, everyMs).unref();
  return {
    soon,
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function tidy(options: LiveUpkeepOptions): Promise<void> {
  for (const gatewayId of await revokeForgotten(options.db)) options.log.info({ gatewayId }, "live.revoked");
  await closeEnded(options);
}

/** Those that another node has, or that cannot be completed now, are tried again. */
export async function closeEnded({ db, streams, silentHours, log }: LiveUpkeepOptions): Promise<void> {
  const isEnded = async (id: number) =>
    (await endedStreams(db, silentHours)).some(({ recording_id }) => recording_id === id);
  for (const { recording_id: recordingId, gateway_id, workspace_id: workspaceId } of await endedStreams(
    db,
    silentHours,
  ))
    try {
      const facts = { gateway_id, recording_id: recordingId };
      const audit = (tx: Queries) => recordStart(tx, { workspaceId, action: closeStream.path, facts });
      if (!(await streams.finish(recordingId, async () => !(await isEnded(recordingId)), audit))) continue;
      log.info({ recordingId }, "live.closed");
    } catch (err) {
      if (!(err instanceof Refused)) log.warn({ err, recordingId }, "live.unclosed");
    }
}
