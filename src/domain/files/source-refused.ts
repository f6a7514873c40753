/** A source that cannot be read at all. The message is one plain sentence that may be shown to the user as it is. */
export class SourceRefused extends Error {
  override name = "SourceRefused";
}

/** @throws SourceRefused when there is no such time zone. */
export function refuseZone(timezone: string): void {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: timezone });
  } catch {
    throw new SourceRefused(`There is no time zone "${timezone}".`);
  }
}
