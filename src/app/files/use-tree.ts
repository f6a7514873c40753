/** The listed directory and the children of those that are expanded in it, read as far as they are scrolled. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { childrenPerPage, type FileNode, getDirectoryStructure } from "../../protocol/files.ts";
import type { Patient } from "../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import type { TableState } from "../../ui/table/index.ts";
import { usePatientNews } from "../news/index.ts";
import { call } from "../session/index.ts";
import { tableQueryOf } from "../tables/index.ts";

export interface Children {
  nodes: readonly FileNode[];
  isLoading: boolean;
  hasFailed: boolean;
  /** There are more than these. */
  hasMore: boolean;
}

/** First part of every key. */
const filesData = "files";

/** Where a directory is shown: the same one may be found by a search inside another one. */
const listing = (patient: Patient, path: string, state: TableState, rowsPerPage: number) => {
  const body = { patient_id: patient.patient_key, patient_path: path, ...tableQueryOf(state, rowsPerPage) };
  return queryOptions({
    queryKey: [filesData, body],
    queryFn: ({ signal }) => call(getDirectoryStructure, body, signal),
  });
};

export function useTree(patient: Patient, path: string, state: TableState) {
  usePatientNews(filesData, patient.patient_key); // files come by uploads that are being read
  /** Expanded directories by path, with how many pages of their children were asked for. */
  const [expanded, setExpanded] = useState<ReadonlyMap<string, number>>(new Map());
  const root = useQuery({
    ...listing(patient, path, state, defaultRowsPerPage),
    placeholderData: keepPreviousData,
  });
  const asked = [...expanded].flatMap(([directory, pages]) =>
    Array.from({ length: pages }, (_, k) => ({ directory, page: k + 1 })),
  );
  const answers = useQueries({
    queries: asked.map(({ directory, page }) =>
      listing(patient, directory, { ...state, page, search: "" }, childrenPerPage),
    ),
  });
  const childrenOf = (directory: string): Children => {
    const own = answers.filter((_, k) => asked[k].directory === directory);
    return {
      nodes: own.flatMap(({ data }) => data?.data ?? []),
      isLoading: own.some(({ isPending }) => isPending),
      hasFailed: own.some(({ isError, data }) => isError && data === undefined),
      hasMore: (own.at(-1)?.data?.files_left ?? 0) > 0,
    };
  };
  return {
    root,
    expanded: new Set(expanded.keys()),
    childrenOf,
    setExpanded: (directories: readonly string[]) =>
      setExpanded((old) => new Map(directories.map((directory) => [directory, old.get(directory) ?? 1]))),
    loadMore: (directory: string) => {
      const { hasMore, isLoading, hasFailed } = childrenOf(directory);
      if (hasMore && !isLoading && !hasFailed)
        setExpanded((old) => new Map(old).set(directory, (old.get(directory) ?? 1) + 1));
    },
    tryAgain: (directory: string) => {
      for (const [k, { isError, refetch }] of answers.entries())
        if (isError && asked[k].directory === directory) void refetch();
    },
  };
}
