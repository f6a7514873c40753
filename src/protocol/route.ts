/**
 * A call is declared once: path, who may make it, body and answer. Both sides read the declaration; the server registers
 * nothing else (spec 000 section 7: POST with JSON, query parameter parent_study_id, Authorization header with the token).
 */
import type { Static, TSchema } from "typebox";
import type { Permission } from "./permissions.ts";

/**
 * Who may make a call.
 * - "anyone": no token; "session": anybody who is signed in; "any token": also links from mails;
 * - "invitation", "reset link", "email link": only the single-use token of such a mail;
 * - "gateway": the credential of a gateway (live.ts), which is no token and makes no other call;
 * - a list of permissions: whoever is signed in and holds at least one of them.
 */
export type Needs =
  | "anyone"
  | "session"
  | "any token"
  | "invitation"
  | "reset link"
  | "email link"
  | "gateway"
  | readonly Permission[];

export interface Route<Body extends TSchema = TSchema, Answer extends TSchema = TSchema, Need extends Needs = Needs> {
  readonly path: string;
  readonly needs: Need;
  /** One plain sentence for the page that lists the calls. */
  readonly summary: string;
  readonly body: Body;
  readonly answer: Answer;
  /**
   * "errorMessage": refusals are JSON with that member instead of plain text (project and site create); documents add
   * `code` and what goes with it.
   */
  readonly refusals?: "text" | "errorMessage";
  /** Also answers GET, with the body's members in the query string (spec 000 section 7). */
  readonly hasGet?: boolean;
  /** Answers with bytes instead of JSON. */
  readonly isBlob?: boolean;
  /** The body is bytes (application/octet-stream), and the members of `body` stand in the query string. */
  readonly hasBytes?: boolean;
  /** The answer holds signed addresses or tokens: it is never compressed. */
  readonly hasSecrets?: boolean;
  /** Most bytes of the body; 256 KiB unless told. */
  readonly maxBodyBytes?: number;
}

export const route = <Body extends TSchema, Answer extends TSchema, const Need extends Needs>(
  path: string,
  rest: Omit<Route<Body, Answer, Need>, "path">,
): Route<Body, Answer, Need> => ({ path, ...rest });

/** Header of a refusal that programs branch on: its code. What it says in words is for people alone. */
export const refusalHeader = "connect-refusal";

export type BodyOf<R extends Route> = Static<R["body"]>;
export type AnswerOf<R extends Route> = Static<R["answer"]>;

/** The query parameter that names the workspace, and the body's member with its name. */
export const workspaceParameter = "parent_study_id";
export const workspaceNameMember = "workspace_name";
