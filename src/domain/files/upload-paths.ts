/** Names that uploaded files may have. They are shown and searched, never used as paths of a disk or keys of a store. */
import { withoutUnseen } from "../unseen.ts";

const longestName = 255;
const longestPath = 1024;
/** Archives of monitors have three levels. */
const deepestPath = 16;
/** Control characters, halves of surrogate pairs, line separators, and marks of direction. */
const unfit = /[\\/\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029]/u;

/** Whether a name of a file or directory can be stored as it is: composed characters (NFC) and nothing that misleads. */
export const isStorableName = (name: string): boolean =>
  name !== "" &&
  name.length <= longestName &&
  !unfit.test(name) &&
  name === name.trim() &&
  !name.endsWith(".") && // "." and ".." with it; other systems drop a dot at the end
  name === name.normalize("NFC") &&
  name === withoutUnseen(name);

/** Whether every part of a path, separated by "/", can be stored. */
export const isStorablePath = (path: string): boolean =>
  path.length <= longestPath &&
  path.split("/", deepestPath + 1).length <= deepestPath &&
  path.split("/").every(isStorableName);
