import type { ClientSettings } from "../../protocol/accounts.ts";

/** The one workspace besides development where a preload may be skipped (spec 001 section 2.3). */
const demoWorkspace = "DEMO";

/** Whether 'Skip Prefetch Data' is offered, once everything else is loaded. Null: not known yet. */
export const maySkip = (deployment: ClientSettings["deployment"] | null, workspaceName: string | null): boolean =>
  deployment === "DEVELOPMENT" || workspaceName === demoWorkspace;
