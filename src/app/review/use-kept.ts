import { useEffect } from "react";
import type { Permission } from "../../protocol/permissions.ts";
import { type HoldReason, keepPage, refreshSession, useHolds, useSession } from "../session/index.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

const viewing: Permission = "visualize_data";
const patientPage: Permission = "access_data_upload_patient_subpage";

/** Why what is on the screen can only stay as it is: the session or the permission is gone. */
export interface Kept {
  readonly why: HoldReason | "permission";
  readonly email: string;
  readonly isRemembered: boolean;
}

/** Whether the review may be shown to whoever is signed in. Null: all is well, or it is not known yet. */
export function useKept(): Kept | null {
  const { held, isSignedIn, email, isRemembered } = useSession();
  const mayView = useHolds(viewing);
  const mayOpen = useHolds(patientPage);
  if (held !== null) return held;
  return isSignedIn && !(mayView && mayOpen) ? { why: "permission", email, isRemembered } : null;
}

/** Lets a review that is on the screen outlast its session, standing still; and asks at once when its feed is refused. */
export function useKeeping(workspace: ReviewWorkspace, isGone: boolean): void {
  useEffect(keepPage, []);
  useEffect(() => {
    if (isGone) workspace.links.stopAll();
  }, [isGone, workspace]);
  useEffect(() => followRefusals(workspace), [workspace]);
}

/** All windows have one connection: what one of them hears all do. */
function followRefusals(workspace: ReviewWorkspace): () => void {
  return workspace.withLeader(({ window: { readout } }) =>
    readout.subscribe(() => {
      if (readout.read().kind === "unauthorised") void refreshSession();
    }),
  );
}
