/** What stands between a user and the log-out button while files are being uploaded (spec 000 section 4). */

export interface UploadGuard {
  /** An upload is in progress or waiting. */
  isUploading(): boolean;
  /** Cancels the current upload, empties and closes the queue, undoes folder validation. */
  cancel(): Promise<void> | void;
}

let guard: UploadGuard | null = null;

/** The upload area registers itself here; null takes it away. There is one at most. */
export function setUploadGuard(next: UploadGuard | null): void {
  guard = next;
}

/**
 * Logs out, after asking when an upload would be lost by it. `confirm` shows 'Remove upload?' and says whether the user
 * wants to go. Resolves with whether the user was logged out; a failing cancel does not keep anybody in.
 */
export async function leave(confirm: () => Promise<boolean>, logOut: () => void): Promise<boolean> {
  const uploads = guard;
  if (uploads?.isUploading()) {
    if (!(await confirm())) return false;
    try {
      await uploads.cancel();
    } finally {
      logOut();
    }
    return true;
  }
  logOut();
  return true;
}
