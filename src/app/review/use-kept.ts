import { useEffect } from "react";
import type { Permission } from "../../protocol/permissions.ts";
import { type HoldReason, keepPage, refreshSession, useHolds, useSession } from "../session/index.ts";
import { pause } from "./timeline/timeline.ts";
import type { Opened } from "./use-opened.ts";

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
export function useKeeping({ window }: Pick<Opened, "window">, isGone: boolean): void {
  useEffect(keepPage, []);
  useEffect(() => {
    if (isGone) pause(window.timeline);
  }, [isGone, window]);
  useEffect(
    () =>
      window.readout.subscribe(() => {
        if (window.readout.read().kind === "unauthorised") void refreshSession();
      }),
    [window],
  );
}
