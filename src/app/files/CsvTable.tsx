import { FileX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { getFileContent, largestSearchedCsvBytes } from "../../protocol/files.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { Banner } from "../../ui/notices/Banner.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { ServerTable, stateOf } from "../../ui/table/index.ts";
import { useTableQuery } from "../tables/index.ts";
import { type CsvRow, columnsShownAtFirst, csvColumns } from "./csv-columns.ts";
import css from "./Files.module.css";

const words = filesText.csv;
const rowsPerPage = defaultRowsPerPage;
/** Until the rows are counted. */
const countPollMs = 500;
const tableWords = { ...tableText, counting: words.counting };

export interface CsvTableProps {
  name: string;
  file: { project_id: number; patient_id: number; file_path: string };
  /** Of the columns. */
  names: readonly string[];
  bytes: number;
  /** The whole file has been read: its width is known. Stable over renders. */
  onCounted: () => void;
}

/** Rows of a CSV file, by pages. Above 200 MB it is neither searched nor sorted (spec 000 section 8). */
export function CsvTable({ name, file, names, bytes, onCounted }: CsvTableProps) {
  const isSearched = bytes <= largestSearchedCsvBytes;
  const [state, setState] = useState(() => stateOf({}, csvColumns(names, { isSearched })));
  const query = useTableQuery({
    name: "csv rows",
    route: getFileContent,
    state,
    body: file,
    rowsPerPage,
    pollMs: ({ total }) => (total === null ? countPollMs : 0),
  });
  const { data, isError, refusal, isPlaceholderData, refetch } = query;
  // A row may be wider than the header and all rows before it: nothing of it is hidden.
  const width = Math.max(names.length, ...(data?.data ?? []).map(({ length }) => length));
  const columns = useMemo(() => {
    const all = Array.from({ length: width }, (_, k) => names[k] ?? words.columnName(k + 1));
    return csvColumns(all, { isSearched });
  }, [names, width, isSearched]);
  const isCounted = data !== undefined && data.total !== null;
  useEffect(() => {
    if (isCounted) onCounted();
  }, [isCounted, onCounted]);
  const rows = useMemo(() => data?.data.map((cells, k): CsvRow => ({ id: `row ${k}`, cells })), [data]);
  // What is wrong with the file itself; a search or an order that is refused can be changed.
  if (refusal !== undefined && state.search === "" && state.sort === null)
    return <Face icon={FileX} title={refusal} role="alert" />;
  return (
    <>
      {isSearched ? null : <Banner tone="info">{words.tooLarge}</Banner>}
      {width > columnsShownAtFirst ? <p className={css.note}>{words.someColumns(columnsShownAtFirst, width)}</p> : null}
      <ServerTable
        label={words.rows(name)}
        words={tableWords}
        columns={columns}
        rowId={({ id }) => id}
        state={state}
        onStateChange={setState}
        answer={{
          data: rows === undefined || data === undefined ? undefined : { data: rows, total: data.total },
          isError,
          refusal,
          isPlaceholderData,
          refetch,
        }}
        rowsPerPage={rowsPerPage}
        hasCount
      />
    </>
  );
}
