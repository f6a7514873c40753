/** The log-out button. */
import { accountText } from "../../protocol/text/account-text.ts";
import { leave, logOut } from "../session/index.ts";
import { confirmUser } from "./dialogs.ts";

const { shell } = accountText;
const question = {
  title: shell.removeUpload,
  text: shell.removeUploadText,
  yes: shell.yesLogOut,
  no: shell.noContinue,
};

/** Logs out; during an upload it asks first (spec 000 section 4). Resolves with whether the user was logged out. */
export const leaveWorkspace = (): Promise<boolean> =>
  leave(
    () => confirmUser(question),
    () => logOut("user"),
  );
