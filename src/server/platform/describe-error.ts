import { awayReason } from "./database/database-away.ts";

/** What of an error may be logged. Errors of a database quote the values of a query, and those may be about patients. */
export function describeError(error: unknown): { type: string; code?: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: "", stack: "" };
  const { cause, stack = "" } = error;
  const isOfDatabase = "params" in error || "severity" in error;
  const code = [error, cause].map((one) => (one as NodeJS.ErrnoException | undefined)?.code).find(Boolean);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: isOfDatabase ? (awayReason(error) ?? systemReason(error)) : error.message,
    stack: stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
  };
}

/** SQLSTATEs of the machine: no room, no memory, files that cannot be read. What PostgreSQL says of those is about files, never about rows. */
const ofSystem = /^(53|58)/;

function systemReason(error: Error): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("severity" in at && ofSystem.test((at as NodeJS.ErrnoException).code ?? "")) return at.message;
  return "";
}
