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
    message: isOfDatabase ? (awayReason(error) ?? "") : error.message,
    stack: stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
  };
}
