/** The content policy demands that addresses of workers are vouched for. */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): object };
}

const vouched = new Map<string, string>();

/** A worker's own address, vouched for (once a page) where the policy demands it. */
export function trustedScript(name: string, address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  const known = vouched.get(address);
  if (known !== undefined) return known;
  const script = trustedTypes
    .createPolicy(name, { createScriptURL: () => address })
    .createScriptURL(address) as unknown as string;
  vouched.set(address, script);
  return script;
}
