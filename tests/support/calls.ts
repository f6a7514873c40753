/** Calls of the tests: signing in and asking with a token. Loads nothing of the server, so the browser tests can use it. */
import { getClientSettings, getToken } from "../../src/protocol/accounts.ts";
import { deleteDocument, getDocuments } from "../../src/protocol/documents.ts";
import { personalSettingsKind, personalSettingsVersion } from "../../src/protocol/personal-settings.ts";
import { type AnswerOf, type Route, workspaceParameter } from "../../src/protocol/route.ts";

/** The administrator that a server started by the tests makes on its first start. */
export const testAdmin = { email: "admin@connect.test", password: "Test-password-1" } as const;
export const testPassword = "Test-password-2";
/** Name of the cookie that holds the token in a browser. */
export const tokenCookie = "connect_token";

export interface SignedIn {
  token: string;
  workspaceId: number;
}

export interface Answer {
  status: number;
  type: string | null;
  text: string;
  headers: Headers;
}

/** Signs in and returns the session's token. Default: the administrator, in the default workspace. @throws when refused */
export async function signIn(
  url: string,
  who: { email: string; password: string; workspaceId?: number } = testAdmin,
): Promise<SignedIn> {
  const { email, password } = who;
  const workspaceId = who.workspaceId ?? (await answerAs(url, null, getClientSettings, {})).parent_study_id;
  const { token } = await answerAs(url, null, getToken, { email, password }, workspaceId);
  return { token, workspaceId };
}

/** What the person of this token chose (theme, clock, columns) is chosen no more: tests share people. */
export async function forgetSettings(url: string, token: string): Promise<void> {
  const kinds = [{ kind: personalSettingsKind, version: personalSettingsVersion }];
  const { documents } = await answerAs(url, token, getDocuments, { kinds });
  for (const { id, revision } of documents) await answerAs(url, token, deleteDocument, { document_id: id, revision });
}

/** POSTs to a route with a token; whatever the answer is. */
export async function callAs(
  url: string,
  token: string | null,
  route: Pick<Route, "path">,
  body: unknown,
  workspaceId?: number,
): Promise<Answer> {
  const query = workspaceId === undefined ? "" : `?${workspaceParameter}=${workspaceId}`;
  const response = await fetch(url + route.path + query, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: token }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), text: await response.text(), headers };
}

/** The answer of a call that must be admitted. @throws with status and text otherwise */
export async function answerAs<R extends Route>(
  url: string,
  token: string | null,
  route: R,
  body: unknown,
  workspaceId?: number,
): Promise<AnswerOf<R>> {
  const { status, text } = await callAs(url, token, route, body, workspaceId);
  if (status !== 200) throw new Error(`${route.path} answered ${status}: ${text}`);
  return JSON.parse(text) as AnswerOf<R>;
}
