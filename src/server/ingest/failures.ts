/** Turns what the system says into one plain sentence; what is not foreseen here is a defect and stays as it is. */
import { DrizzleQueryError } from "drizzle-orm/errors";
import { SourceRefused } from "../../domain/files/source-refused.ts";

/** An import that could not be carried out, though the source may be good. The message may be shown to the user. */
export class ImportFailed extends Error {
  override name = "ImportFailed";
}

/** The disk has no room for it: it can be carried out later. */
export class NoRoom extends ImportFailed {
  override name = "NoRoom";
  constructor(options?: ErrorOptions) {
    super("There is not enough space left in the data folder.", options);
  }
}

/** SQLSTATE of PostgreSQL. */
const diskFull = "53100";

const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause === undefined ? undefined : codeOf(cause);
};

/** Whether something could not be carried out for want of room, in the data folder or in the database. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof NoRoom || ["ENOSPC", "EDQUOT", diskFull].includes(codeOf(error) ?? "");

/** Waits for something that reads the source. */
export async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw readingFailure(error);
  }
}

/** Waits for something that writes into the data folder or its database. */
export async function storing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storingFailure(error);
  }
}

export function readingFailure(error: unknown): unknown {
  switch (codeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return new SourceRefused("There is no such file.");
    case "EISDIR":
      return new SourceRefused("This is a folder, not a file.");
    case "EACCES":
    case "EPERM":
      return new SourceRefused("This account may not read the file.");
    case "EIO":
      return new SourceRefused("The disk reports an error while the file is read.");
    case "ESTALE":
    case "ENXIO":
      return new SourceRefused("The file went away while it was being read.");
    default:
      return error;
  }
}

function storingFailure(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    return isNoRoom(error)
      ? new NoRoom({ cause: error })
      : new ImportFailed("The database does not answer.", { cause: error });
  }
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return new NoRoom();
    case "EFBIG":
      return new ImportFailed("The file system of the data folder does not allow files this large.");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new ImportFailed("This account may not write into the data folder.");
    case "EIO":
      return new ImportFailed("The disk of the data folder reports an error.");
    case "EMFILE":
    case "ENFILE":
      return new ImportFailed("Too many files are open on this computer.");
    default:
      return error;
  }
}
