/** A source that cannot be read at all. The message is one plain sentence that may be shown to the user as it is. */
export class SourceRefused extends Error {
  override name = "SourceRefused";
}
