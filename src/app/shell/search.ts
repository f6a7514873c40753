/** What the addresses of the account pages can say. Every lazy or strict route must declare it. */

const text = (value: unknown): string => (typeof value === "string" ? value : value === undefined ? "" : String(value));

/** The link of a mail. */
export const tokenSearch = (search: Record<string, unknown>): { token: string } => ({ token: text(search.token) });

const loginMembers = [
  "parent_study_id",
  "redirect_uri",
  "state",
  "client_id",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
] as const;

/** The login page keeps what a notebook hub asks for as it came; the form reads it from the address itself. */
export function loginSearch(search: Record<string, unknown>): { [Name in (typeof loginMembers)[number]]?: unknown } {
  return Object.fromEntries(loginMembers.flatMap((name) => (name in search ? [[name, search[name]]] : [])));
}
