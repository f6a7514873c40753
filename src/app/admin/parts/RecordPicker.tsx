import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { TableQuery } from "../../../protocol/tables.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { MultiSelect, type MultiSelectItem } from "../../../ui/fields/MultiSelect.tsx";
import { isAway } from "../../session/index.ts";
import css from "./Admin.module.css";
import { useRested } from "./use-rested.ts";

const { pick } = adminLabels;
const perPage = 100;

export interface RecordPickerProps<Row> {
  label: string;
  /** Key of the query: what the records are, and of what. */
  name: readonly unknown[];
  /** One page of the records that hold the searched text in `searchField`. */
  load: (question: TableQuery, signal: AbortSignal) => Promise<{ data: readonly Row[]; total: number }>;
  searchField: string;
  searchLabel?: string;
  toItem: (row: Row) => MultiSelectItem;
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  /** Shows the records without a choice; `load` then gives only those that belong here. */
  isReadOnly?: boolean;
  aside?: ReactNode;
  height?: number;
}

/** Several of the server's records. The server searches; pages of 100 come as the list is scrolled. */
export function RecordPicker<Row>(props: RecordPickerProps<Row>) {
  const { label, name, load, searchField, toItem, selected, onChange, isReadOnly, aside, height } = props;
  const [search, setSearch] = useState("");
  const asked = useRested(search.trim());
  const query = useInfiniteQuery({
    queryKey: [...name, "pick", asked],
    queryFn: ({ pageParam, signal }) => {
      const filters = asked === "" ? [] : [{ field: searchField, operator: "contains" as const, value: asked }];
      return load(
        { page_index: pageParam, rows_per_page: perPage, order_by: searchField, order_direction: "asc", filters },
        signal,
      );
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages, last) =>
      pages.reduce((sum, { data }) => sum + data.length, 0) < total ? last + 1 : undefined,
    placeholderData: keepPreviousData,
  });
  const items = (query.data?.pages ?? []).flatMap(({ data }) => data.map(toItem));
  const total = query.data?.pages[0]?.total;
  // While it is asked anew after a first failure the query counts as pending: the sentence and its button stay.
  const hasFailed = query.isError || (query.data === undefined && query.errorUpdateCount > 0);
  return (
    <MultiSelect
      label={label}
      items={items}
      selected={selected}
      onChange={onChange}
      countText={isReadOnly ? (total === undefined ? "" : pick.total(total)) : pick.selected(selected.size)}
      searchLabel={props.searchLabel ?? pick.search(label)}
      search={search}
      onSearch={setSearch}
      emptyText={hasFailed ? "" : asked === "" ? pick.none : pick.nothing}
      isLoading={query.isFetching}
      loadingText={pick.loading}
      onMore={query.hasNextPage && !query.isFetching && !hasFailed ? () => void query.fetchNextPage() : undefined}
      isReadOnly={isReadOnly}
      aside={aside}
      foot={
        hasFailed ? (
          <PickerFailure
            error={query.error}
            isAsking={query.isFetching}
            onTryAgain={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        ) : undefined
      }
      height={height}
    />
  );
}

interface PickerFailureProps {
  error: unknown;
  isAsking: boolean;
  onTryAgain: () => void;
}

/** That the records, or more of them, could not be read. A server whose database is away is asked again by itself. */
function PickerFailure({ error, isAsking, onTryAgain }: PickerFailureProps) {
  if (isAway(error))
    return (
      <p className={css.pickerFailure} role="alert">
        {error.message}
      </p>
    );
  return (
    <p className={css.pickerFailure} role="alert">
      {pick.failed}
      <Button size="small" isPending={isAsking} onPress={onTryAgain}>
        {tableText.tryAgain}
      </Button>
    </p>
  );
}
