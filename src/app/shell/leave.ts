/** The log-out button. */
import { accountText } from "../../protocol/text/account-text.ts";
import { unsentText } from "../../protocol/text/unsent-text.ts";
import { leave, logOut } from "../session/index.ts";
import { countUnsent } from "../unsent/index.ts";
import { confirmUser } from "./dialogs.ts";

const { shell } = accountText;
const question = {
  title: shell.removeUpload,
  text: shell.removeUploadText,
  yes: shell.yesLogOut,
  no: shell.noContinue,
};

/** Logs out; during an upload it asks first (spec 000 section 4), and while changes are not saved. Resolves with whether the user was logged out. */
export async function leaveWorkspace(): Promise<boolean> {
  const unsent = await countUnsent();
  const { title, body, leave: yes, stay: no } = unsentText.leaving;
  if (unsent > 0 && !(await confirmUser({ title: title(unsent), text: body, yes, no }))) return false;
  return leave(
    () => confirmUser(question),
    () => logOut("user"),
  );
}
