/** The server that a bench measures: compiled, and warmed, as it is for people. */
import { type RunningServer, type ServerOptions, startServer as startTestServer } from "../tests/support/server.ts";

export type { RunningServer };

/** As that of the tests. */
export const startServer = (options: ServerOptions = {}): Promise<RunningServer> =>
  startTestServer({ ...options, env: { WARM_UP: "on", ...options.env }, isMeasured: true });
