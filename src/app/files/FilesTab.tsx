import { FolderOpen, Hourglass, SearchX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { FileNode } from "../../protocol/files.ts";
import type { Patient } from "../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { Pager } from "../../ui/table/Pager.tsx";
import { ScrollArea } from "../../ui/table/ScrollArea.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { pageCount } from "../../ui/table/table-state.ts";
import { useHours } from "../documents/index.ts";
import { isNotFound, reasonOf, whyRefused } from "../session/index.ts";
import { Failed, NotRead } from "../shell/index.ts";
import { CsvDialog } from "./CsvDialog.tsx";
import { fileColumns, withNextSort } from "./columns.ts";
import { download } from "./download.ts";
import css from "./Files.module.css";
import { FilesPath } from "./FilesPath.tsx";
import { FileTree } from "./FileTree.tsx";
import { useFilesAddress } from "./use-files-address.ts";
import { useTree } from "./use-tree.ts";

/** The uploaded files of a patient (spec 000 section 2, Files tab). */
export function FilesTab({ patient }: { patient: Patient }) {
  const { path, state, ask, enter, searchOf } = useFilesAddress();
  const { root, expanded, childrenOf, setExpanded, loadMore, tryAgain } = useTree(patient, path, state);
  const [viewed, setViewed] = useState<FileNode | null>(null);
  const { data, error, isPlaceholderData, refetch } = root;
  const isRefused = whyRefused(error) !== undefined;
  const total = data?.total ?? 0;
  const pages = pageCount(total, defaultRowsPerPage);
  const isSearch = state.search !== "";
  const { project_id, patient_key, timezone } = patient;
  const hours = useHours();
  const clock = useMemo(() => ({ timezone, hours }), [timezone, hours]);
  // The address asks for a page that is no more: the last one is shown.
  const isBeyond = data !== undefined && !isPlaceholderData && error === null && state.page > pages;
  useEffect(() => {
    if (isBeyond) ask({ ...state, page: pages }, true);
  });

  const face = () => {
    if (error !== null && isNotFound(error))
      return (
        <Face icon={SearchX} title={reasonOf(error)} role="alert">
          {path === "" ? null : (
            <Button onPress={() => enter("")}>
              {filesText.folder(patient.site_identifier, patient.patient_identifier)}
            </Button>
          )}
        </Face>
      );
    if (error !== null && (data === undefined || isRefused)) return <Failed error={error} onTryAgain={refetch} />;
    if (data === undefined)
      return (
        <div className={css.late}>
          <Face icon={Hourglass} title={tableText.loading} role="status" />
        </div>
      );
    return null;
  };

  return (
    <section className={css.card} aria-label={filesText.label}>
      <div className={css.toolbar}>
        <FilesPath patient={patient} path={path} searchOf={searchOf} />
        <SearchBox words={tableText} columns={fileColumns} state={state} onChange={ask} />
      </div>
      <span role="status" className="visually-hidden">
        {data === undefined || isPlaceholderData ? "" : tableText.records(total)}
      </span>
      {error === null || data === undefined || isRefused ? null : <NotRead error={error} onTryAgain={refetch} />}
      {face() ?? (
        <ScrollArea className={css.scroll} isStale={isPlaceholderData}>
          <FileTree
            nodes={data?.data ?? []}
            clock={clock}
            sort={state.sort}
            onSort={(field) => ask(withNextSort(state, field))}
            expanded={expanded}
            onExpand={setExpanded}
            childrenOf={childrenOf}
            onMore={loadMore}
            onTryAgain={tryAgain}
            isSearch={isSearch}
            onEnter={enter}
            onView={setViewed}
            onDownload={(node) => void download({ project_id, patient_id: patient_key, file_path: node.path })}
            empty={
              <div className={css.empty}>
                {isSearch ? (
                  <Face icon={SearchX} title={tableText.empty}>
                    <p>{tableText.nothingFound}</p>
                    <Button onPress={() => ask({ ...state, search: "", page: 1 })}>{tableText.clearSearch}</Button>
                  </Face>
                ) : (
                  <Face icon={FolderOpen} title={tableText.empty}>
                    <p>{filesText.emptyHint}</p>
                  </Face>
                )}
              </div>
            }
          />
        </ScrollArea>
      )}
      {data === undefined || isRefused || total === 0 ? null : (
        <div className={css.foot}>
          <span className={css.zone}>{filesText.zone(timezone)}</span>
          <Pager
            words={tableText}
            page={Math.min(state.page, pages)}
            total={total}
            rowsPerPage={defaultRowsPerPage}
            onPage={(page) => ask({ ...state, page })}
          />
        </div>
      )}
      {viewed === null ? null : <CsvDialog patient={patient} node={viewed} onClose={() => setViewed(null)} />}
    </section>
  );
}
