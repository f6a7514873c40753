/** Addresses that may be used without a session: signed for one method, one object and one order, and soon over. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type AddressMethod = "PUT" | "GET";
export interface SignedAddress {
  method: AddressMethod;
  /** Path without the query, as it stands in the address. */
  path: string;
  /** Everything but the signature; `expires` is epoch ms. */
  query: Readonly<Record<string, string>>;
}

export const signatureMember = "signature";

function signatureOf(secret: string, { method, path, query }: SignedAddress): Buffer {
  const sorted = Object.keys(query)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name])}`)
    .join("&");
  return createHmac("sha256", secret).update(`${method}\n${path}\n${sorted}`).digest();
}

/** Path and query with the signature. */
export function signedPath(secret: string, address: SignedAddress): string {
  const query = new URLSearchParams(address.query);
  query.set(signatureMember, signatureOf(secret, address).toString("base64url"));
  return `${address.path}?${query}`;
}

/** Whether we have signed exactly this, and it is not over at `now` (epoch ms). */
export function isSigned(secret: string, address: SignedAddress, signature: string, now: number): boolean {
  const own = signatureOf(secret, address);
  const shown = Buffer.from(signature, "base64url");
  const isOurs = shown.length === own.length && timingSafeEqual(shown, own);
  return isOurs && Number(address.query.expires) > now;
}
