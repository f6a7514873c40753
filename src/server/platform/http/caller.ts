/** Who makes a call. Made by the guard (identity/guard.ts) and handed to every handler. */
import type { Permission } from "../../../protocol/permissions.ts";
import type { Route } from "../../../protocol/route.ts";

/** What a token was made for. Links of mails are good for their one call only. */
export type TokenPurpose = "session" | "create_account" | "reset_password" | "change_email";

export interface Session {
  tokenId: number;
  purpose: TokenPurpose;
  workspaceId: number;
  workspaceName: string;
  userId: number;
  email: string;
  /** Of a link that changes the address: to what. */
  newEmail?: string;
  permissions: ReadonlySet<Permission>;
  /** False: the workspace admits other e-mail domains only; calls that need a permission are refused. */
  isDomainAllowed: boolean;
  createdAt: Date;
  expiresAt: Date;
  /** A session is over then, renewed or not; links of mails have none. */
  endsAt?: Date;
}

/** A machine at the bedside that sends recordings (server/live). */
export interface Gateway {
  gatewayId: number;
  workspaceId: number;
  workspaceName: string;
}

export interface Visitor {
  /** Address of the connection, or what a trusted proxy says. */
  address: string;
  /** Where the caller reached us, without a slash at the end: the public address, or the checked host. */
  origin: string;
  /** The workspace of parent_study_id, or the default one. */
  workspaceId: number;
  workspaceName: string;
  session: Session | null;
  gateway?: Gateway;
  /** The declared call. */
  route: Route;
}

/** A caller with a valid token that the route admits. */
export interface Caller extends Visitor {
  session: Session;
}

/** A gateway with a valid credential. */
export interface GatewayCaller extends Visitor {
  session: null;
  gateway: Gateway;
}

export type CallerOf<R extends Route> = R["needs"] extends "anyone"
  ? Visitor
  : R["needs"] extends "gateway"
    ? GatewayCaller
    : Caller;
