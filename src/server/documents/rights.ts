/**
 * Who may do what with a document. Who sees it is the store's condition: what is Personal does not exist for others. What is
 * Shared is changed by who made it and by administrators of the workspace, who also have what its maker left behind; the
 * specification names no permission for it (spec 001 section 6). What is Standard is changed by nobody.
 */

import type { Permission } from "../../protocol/permissions.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { demand } from "../identity/guard.ts";
import type { Session } from "../platform/http/caller.ts";
import type { DocumentKind } from "./kinds.ts";
import { refuse } from "./refusals.ts";
import type { StoredDocument } from "./store.ts";

const { refused } = documentsText;

interface Person {
  userId: number;
  permissions: ReadonlySet<Permission>;
}

/** As in identity/administrators.ts. */
const administers = ({ permissions }: Person): boolean =>
  permissions.has("access_admin_user_management") && permissions.has("access_admin_role_and_permissions");

export const isOwn = ({ ownerId, madeBy }: StoredDocument, { userId }: Person): boolean =>
  (ownerId ?? madeBy) === userId;

export const mayChange = (document: StoredDocument, person: Person): boolean =>
  document.scope !== "Standard" && (isOwn(document, person) || (document.scope === "Shared" && administers(person)));

/** @throws Refused 403 */
export function demandChangeable(document: StoredDocument, person: Person): void {
  if (mayChange(document, person)) return;
  const sentence = document.scope === "Standard" ? refused.standard : refused.notChangeable;
  throw refuse(403, "document_not_changeable", sentence);
}

/** @throws Refused 403 unless the caller, with the permissions of this moment, may have documents of the kind at all */
export const demandKind = (session: Session, { needs }: DocumentKind, permissions = session.permissions): void =>
  demand({ ...session, permissions }, needs);
