import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { AskTable, TableState } from "../../ui/table/index.ts";
import { searchOf, stateOf } from "../../ui/table/index.ts";
import { type FilesSearch, fileColumns } from "./columns.ts";

export interface FilesAddress {
  /** Directory that is shown; "" is the patient's folder. */
  path: string;
  state: TableState;
  ask: AskTable;
  /** Shows another directory from its first page on, in the same order. */
  enter: (path: string) => void;
  /** The address of a directory, for links. */
  searchOf: (path: string) => Record<string, unknown>;
}

/** What the tab shows is what its address says. */
export function useFilesAddress(): FilesAddress {
  const search: FilesSearch & { patient_id?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => stateOf({ ...search }, fileColumns), [search]);
  const { patient_id, path = "" } = search;
  const searchFor = (directory: string, next: TableState) => ({
    patient_id,
    ...(directory === "" ? {} : { path: directory }),
    ...searchOf(next, fileColumns),
  });
  const go = (directory: string, next: TableState, isCorrection = false) =>
    void navigate({ to: ".", search: searchFor(directory, next) as never, replace: isCorrection });
  const entered: TableState = { ...state, page: 1, search: "" };
  return {
    path,
    state,
    ask: (next, isCorrection) => go(path, next, isCorrection),
    enter: (directory) => go(directory, entered),
    searchOf: (directory) => searchFor(directory, entered),
  };
}
