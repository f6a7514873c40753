/** The sign-in that a notebook hub asks for, read from the address of the login page. */
export interface OauthRequest {
  redirect_uri: string;
  state: string;
  client_id: string;
  code_challenge?: string;
  code_challenge_method?: "S256";
  scope?: string;
}

/** The request in a query string as it came; null unless it holds redirect_uri, state and client_id. */
export function oauthRequest(query: string): OauthRequest | null {
  const parameters = new URLSearchParams(query);
  const redirect_uri = parameters.get("redirect_uri");
  const state = parameters.get("state");
  const client_id = parameters.get("client_id");
  if (!redirect_uri || state === null || !client_id) return null;
  const code_challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  const scope = parameters.get("scope");
  return {
    redirect_uri,
    state,
    client_id,
    ...(code_challenge === null ? {} : { code_challenge }),
    // Passed on as it came: the server refuses every method but this one.
    ...(method === null ? {} : { code_challenge_method: method as "S256" }),
    ...(scope === null ? {} : { scope }),
  };
}
