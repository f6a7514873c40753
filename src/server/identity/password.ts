/**
 * Passwords: argon2id with 19 MiB, two passes, one lane (OWASP's first choice), kept as PHC strings. Hashing runs on the
 * thread pool; a few at a time, so that neither memory nor the other users of that pool suffer from a rush.
 */
import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { accountText } from "../../protocol/text/account-text.ts";
import { Refused } from "../platform/http/routes.ts";

/** argon2id is the package's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const atOnce = Math.min(4, Math.max(2, availableParallelism()));
/** About three seconds of work; whoever comes then is told to come back. */
const maxWaiting = 500;

/** Costs as much to check as a real one and fits no password: 16 and 32 bytes of zeros. */
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** @throws Refused 503 when too many are waiting. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(normal(password), cost));

/**
 * Whether the password is the one of `phc`. null (no such account, or none that can sign in) takes as long and is false.
 * `isOutdated`: it is, and was hashed at another cost than new ones.
 * @throws Refused 503 when too many are waiting.
 */
export async function verifyPassword(
  phc: string | null,
  password: string,
): Promise<{ matches: boolean; isOutdated: boolean }> {
  const matches = (await queued(() => verify(phc ?? nobody, normal(password)))) && phc !== null;
  return { matches, isOutdated: matches && isOutdated(phc) };
}

function isOutdated(phc: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(phc);
  return (
    !phc.startsWith("$argon2id$") ||
    memoryCost !== cost.memoryCost ||
    timeCost !== cost.timeCost ||
    parallelism !== cost.parallelism
  );
}

/** The same letters typed on another keyboard are the same password. */
const normal = (password: string) => password.normalize("NFKC");

let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else if (waiting.length >= maxWaiting) throw new Refused(503, accountText.refused.busy, 1);
  else await new Promise<void>((resolve) => waiting.push(resolve)); // its place is handed over, so `running` stays
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
