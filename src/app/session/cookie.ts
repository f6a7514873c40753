/** The session token's cookie. Written here and not by the server: calls carry the token in a header, never the cookie. */
const name = "connect_token";

/** The token in `document.cookie`'s text, or null. */
export function tokenIn(cookies: string): string | null {
  for (const part of cookies.split("; ")) if (part.startsWith(`${name}=`)) return part.slice(name.length + 1) || null;
  return null;
}

/**
 * The text that stores a token; an empty token removes it.
 * `maxAgeSeconds` null: until the browser is closed.
 */
export function cookieText(token: string, maxAgeSeconds: number | null, isSecure: boolean): string {
  const age = token === "" ? 0 : maxAgeSeconds;
  return [
    `${name}=${token}`,
    "Path=/",
    "SameSite=Strict",
    ...(age === null ? [] : [`Max-Age=${Math.max(0, Math.floor(age))}`]),
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
}

const write = (token: string, maxAgeSeconds: number | null) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on plain HTTP
  document.cookie = cookieText(token, maxAgeSeconds, location.protocol === "https:");
};

export const readToken = () => tokenIn(document.cookie);
export const writeToken = write;
export const removeToken = () => write("", 0);

/** Whether the cookie outlives the browser must be known again after a reload: a cookie does not tell its age. */
const rememberKey = "connect.remember";

export function isRemembered(): boolean {
  try {
    return localStorage.getItem(rememberKey) === "yes";
  } catch {
    return false; // storage may be blocked: the cookie then ends with the browser
  }
}

export function remember(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(rememberKey, "yes");
    else localStorage.removeItem(rememberKey);
  } catch {
    // Storage may be blocked, see above.
  }
}
