/** The server that a bench measures: compiled as it is for people. */
import { type RunningServer, type ServerOptions, startServer as startTestServer } from "../tests/support/server.ts";

export type { RunningServer };

/** As that of the tests. */
export const startServer = (options: ServerOptions = {}): Promise<RunningServer> =>
  startTestServer({ ...options, isMeasured: true });
