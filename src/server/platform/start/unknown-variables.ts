/** Environment variables that look like ours and are not: a slip in DATABASE_URL must not start an empty embedded database unseen. */
import type { Environment } from "./environment.ts";

export interface UnknownVariable {
  name: string;
  /** What was probably meant; null when only the family is ours. */
  like: string | null;
}

/** Read in some configurations only, or by tests and benches. */
const others = [
  "S3_BUCKET",
  "S3_ENDPOINT",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "S3_REGION",
  "S3_FORCE_PATH_STYLE",
  "S3_PUBLIC_ENDPOINT",
  "CHROMIUM_PATH",
  "CONNECT_GATEWAY_CREDENTIAL",
  "CONNECT_PASSWORD",
  "CONNECT_TEST_DATABASE_URL",
];
/** Beginnings that belong to our names alone. */
const families = [
  "ADMIN_",
  "CONNECT_",
  "EEG_SERVICE_",
  "MAIL_",
  "METRICS_",
  "OAUTH_",
  "PATIENT_ID_",
  "PRELOAD_",
  "S3_",
  "SMTP_",
  "UPLOAD_",
];
/** Below this length a name differs by one slip at most: short words are all alike. */
const longName = 8;

/** `env` and the names that were asked of it, which are the known ones. */
export function watched(env: Environment): { env: Environment; asked: Set<string> } {
  const asked = new Set<string>(others);
  const get = (target: Environment, name: string | symbol) => {
    if (typeof name === "string") asked.add(name);
    return Reflect.get(target, name);
  };
  return { env: new Proxy(env, { get }), asked };
}

/** Variables of `env` beside the known ones that look like one of them. */
export function unknownVariables(env: Environment, known: ReadonlySet<string>): UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => !known.has(name) && env[name] !== "")
    .flatMap((name) => {
      const like = nearest(name, known);
      return like !== null || families.some((family) => name.startsWith(family)) ? [{ name, like }] : [];
    });
}

export const sentenceOf = ({ name, like }: UnknownVariable): string =>
  `${name} is not a setting of CONNECT and is ignored${like === null ? "." : `. Did you mean ${like}?`}`;

function nearest(name: string, known: ReadonlySet<string>): string | null {
  let best: { one: string; slips: number } | null = null;
  for (const one of known) {
    const most = Math.min(name.length, one.length) >= longName ? 2 : 1;
    const slips = distance(name.toUpperCase(), one);
    if (slips <= most && slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { one, slips };
  }
  return best?.one ?? null;
}

/** Letters to put in, take out, change, or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)]);
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2][j - 2] + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return rows[a.length][b.length];
}
