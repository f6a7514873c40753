/** The calls of the Files tab (spec 000 sections 2, 3, 7 and 9). Times are epoch milliseconds; sizes are bytes. */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, EpochMsOrNull, FilePath, IntegerOrNull, PageNumber, RowKey, TextOrNull } from "./scalars.ts";
import { tableQuery } from "./tables.ts";

/** Search and sort are off above this size (spec 000 section 9). */
export const largestSearchedCsvBytes = 209_715_200;
/** Children of a directory come by so many. */
export const childrenPerPage = 10;

export const FileNode = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  type: Type.Union([Type.Literal("file"), Type.Literal("directory")]),
  /** False in every answer; the client's own. */
  expanded: Type.Boolean(),
  createtime: EpochMs,
  /** Null: the uploader's browser did not say. */
  modtime: EpochMsOrNull,
  /** Of a directory: of everything in it. */
  size: Type.Number(),
});
export type FileNode = Static<typeof FileNode>;

const needs = ["access_data_upload_patient_subpage"] as const;
const file = { project_id: RowKey, patient_id: RowKey, file_path: FilePath };

export const getDirectoryStructure = route("/v1/files/get_directory_structure", {
  needs,
  summary:
    "One page of what lies in a directory of a patient, given by its key. A search looks below the directory too.",
  body: Type.Object({
    patient_id: RowKey,
    patient_path: FilePath,
    timezone: Type.Optional(Type.String({ maxLength: 64 })),
    ...tableQuery,
    /** From 1; another name of page_index. */
    page: Type.Optional(PageNumber),
  }),
  answer: Type.Object({
    data: Type.Array(FileNode),
    total: Type.Integer(),
    /** How many follow after this page. */
    files_left: Type.Integer(),
  }),
});

export const getCsvColumns = route("/v1/files/get_csv_columns", {
  needs,
  summary: "Columns of a CSV file, and its size.",
  body: Type.Object(file),
  answer: Type.Object({ columns: Type.Array(Type.String()), file_size: Type.Number() }),
});

export const getFileContent = route("/v1/files/get_file_content", {
  needs,
  summary: "One page of the rows of a CSV file; cells are text as they stand in the file.",
  body: Type.Object({ ...file, ...tableQuery }),
  answer: Type.Object({
    data: Type.Array(Type.Array(TextOrNull)),
    /** Null while it is still being counted. */
    total: IntegerOrNull,
    file_size: Type.Number(),
  }),
});

export const downloadFile = route("/v1/files/download_file", {
  needs,
  summary: "A file as it is, or a directory as a zip archive, streamed.",
  isBlob: true,
  body: Type.Object(file),
  answer: Type.Unknown(),
});

export const getDownloadAddress = route("/v1/files/get_download_address", {
  needs,
  hasSecrets: true,
  summary: "An address that downloads a file, or a directory as a zip archive, once and soon.",
  body: Type.Object(file),
  answer: Type.Object({ url: Type.String(), file_name: Type.String() }),
});
