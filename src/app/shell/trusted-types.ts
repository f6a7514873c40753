/** The content policy of the page lets no text become markup or script. One harmless case needs a word. */

interface TrustedTypePolicies {
  createPolicy(name: "default", rules: { createHTML: (markup: string) => string | null }): unknown;
}

/**
 * react-aria empties its announcer with `innerHTML = ""`, which the policy would refuse although no text is involved.
 * Allows the empty string and nothing else; every other markup is still refused. Does nothing where the browser does
 * not know Trusted Types.
 */
export function allowEmptyMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies };
  trustedTypes?.createPolicy("default", { createHTML: (markup) => (markup === "" ? "" : null) });
}
