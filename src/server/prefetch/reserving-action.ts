/** How the audit names a reservation: it is asked for on a socket, not by a declared call. */
import { getQueue, prefetchNamespace } from "../../protocol/prefetch.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Reviewer } from "./types.ts";

/** Who asked, as `recordAction` takes it. */
export const reservingAction = ({ session, address }: Reviewer): Caller => ({
  session,
  address,
  origin: "",
  workspaceId: session.workspaceId,
  workspaceName: session.workspaceName,
  route: { ...getQueue, path: `${prefetchNamespace}/prefetch_data` },
});
