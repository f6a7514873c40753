/** Completes streams to which nothing comes any more, so that no recording stays open for ever. Every node that answers users may do it. */
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import type { LiveStreams, LiveStreamsOptions } from "./live-streams.ts";
import { endedStreams } from "./stream-rows.ts";

const everyMs = 10 * 60_000;

export interface LiveUpkeepOptions extends Pick<LiveStreamsOptions, "log"> {
  db: Queries;
  streams: LiveStreams;
  silentHours: number;
}

/** Once now and then every ten minutes. Returns the function that ends it and waits for a running round. */
export function startLiveUpkeep(options: LiveUpkeepOptions): () => Promise<void> {
  const { log } = options;
  const round = () => closeEnded(options).catch((err) => log.warn({ err }, "live.untidy")); // tried again next time
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Those that another node has, or that cannot be completed now, are tried again. */
export async function closeEnded({ db, streams, silentHours, log }: LiveUpkeepOptions): Promise<void> {
  const isEnded = async (id: number) => (await endedStreams(db, silentHours)).includes(id);
  for (const recordingId of await endedStreams(db, silentHours))
    try {
      await streams.finish(recordingId, async () => !(await isEnded(recordingId)));
      log.info({ recordingId }, "live.closed");
    } catch (err) {
      if (!(err instanceof Refused)) log.warn({ err, recordingId }, "live.unclosed");
    }
}
