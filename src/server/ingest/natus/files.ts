/** The files of a study directory, wherever it lies. */
import type { NatusFolder } from "../../../domain/natus/files.ts";
import type { SourceFolder } from "../source-folder.ts";

export {
  findStudy,
  looksLikeNatus,
  type NatusFolder,
  type RawPartFiles,
  type StudyFile,
  type StudyFiles,
} from "../../../domain/natus/files.ts";

/** What the study reader sees of a folder: a study has no folders in it. */
export const natusFolder = (folder: SourceFolder): NatusFolder => ({
  list: async () => (await folder.names()).files,
  open: (name) => folder.file(name),
});
