import { Check, CircleAlert, FolderInput, Info, LoaderCircle } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { Clock } from "../../../../domain/time/clock.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { ActionMenu } from "../../../../ui/buttons/ActionMenu.tsx";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { SearchInput } from "../../../../ui/fields/SearchInput.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import type { Column } from "../../../../ui/table/columns.ts";
import { Grid } from "../../../../ui/table/Grid.tsx";
import { Pager } from "../../../../ui/table/Pager.tsx";
import { ScrollArea } from "../../../../ui/table/ScrollArea.tsx";
import { useHolds } from "../../../session/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import { copyAll } from "./annotation-acts.ts";
import { RenameSession } from "./RenameSession.tsx";
import css from "./Sessions.module.css";
import { listAnnotations, nextSort, pageOf, rowsPerPage, type Sort, tableWords, typeOf } from "./session-lists.ts";

const words = annotationSessionText.load;

/** One annotation of the page that is shown. */
interface Shown {
  readonly ref: number;
  readonly title: string;
  readonly date: string;
  readonly type: string;
  readonly isLoaded: boolean;
}

const columns: readonly Column<Shown>[] = [
  { id: "title", title: words.detail.title, isHeader: true, text: ({ title }) => title },
  { id: "date", title: words.detail.date, isTime: true, text: ({ date }) => date },
  { id: "type", title: words.detail.type, text: ({ type }) => type },
  {
    id: "loaded",
    title: words.detail.loaded,
    text: ({ isLoaded }) => (isLoaded ? words.yes : words.no),
    render: ({ isLoaded }) => (
      <span className={css.state} data-all={isLoaded || undefined}>
        {isLoaded ? <Check size={14} aria-hidden /> : null}
        {isLoaded ? words.yes : words.no}
      </span>
    ),
  },
];

export interface SessionDetailProps {
  store: AnnotationStore;
  session: SessionView;
  sessions: readonly SessionView[];
  /** Of the file. */
  clock: Clock;
  /** Refs of annotations that are ticked. */
  picked: ReadonlySet<number>;
  onPick: (refs: ReadonlySet<number>) => void;
  onView: (ref: number) => void;
  /** Whether another name was typed and not given yet. */
  onRenaming: (isEdited: boolean) => void;
}

/** One session: its name, its annotations, and what is done with some of them. */
export function SessionDetail(props: SessionDetailProps) {
  const { store, session } = props;
  const { id } = session;
  // A page of rows takes longer to make than all else that a session brings: the list and the marks behind the dialog come first.
  const fetched = useDeferredValue(session.fetched);
  useEffect(() => void store.fetchSession(id), [store, id]);
  return (
    <section className={css.pane} aria-label={words.annotations(session.name)}>
      {fetched === "failed" ? (
        <Face icon={CircleAlert} title={words.failed} role="alert">
          <p>{session.problem}</p>
          <Button onPress={() => void store.fetchSession(id)}>{annotationSessionText.tryAgain}</Button>
        </Face>
      ) : fetched === "yes" ? (
        <Annotations {...props} />
      ) : (
        <Face icon={LoaderCircle} title={words.retrieving} role="status">
          {session.progress > 0 ? <p>{words.fetching(session.progress)}</p> : null}
        </Face>
      )}
    </section>
  );
}

function Annotations(props: SessionDetailProps) {
  const { store, session, sessions, clock, picked, onPick, onView, onRenaming } = props;
  const { revision } = useSnapshot(store.state);
  const { table } = store;
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>(null);
  const [asked, setAsked] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table changes in place, and its revision tells
  const found = useMemo(
    () => listAnnotations(table, session.id, typed, sort),
    [table, session.id, typed, sort, revision],
  );
  const { first, end, page } = pageOf(found, asked);
  const rows = [...found.subarray(first, end)].map(
    (row): Shown => ({
      ref: table.refOf(row),
      title: table.titles.list[table.title[row]],
      date: clock.dateTime(table.starts[row]),
      type: typeOf(table, row),
      isLoaded: table.isShown(row),
    }),
  );
  const onPage = new Set(rows.map(({ ref }) => ref));
  const refs = [...picked].filter((one) => table.get(one)?.group_id === session.id);
  const setLoaded = (isLoaded: boolean) => {
    for (const ref of refs) store.setOneLoaded(ref, isLoaded);
  };
  return (
    <>
      <div className={css.bar}>
        <RenameSession store={store} session={session} sessions={sessions} onEdited={onRenaming} />
        <span className={css.space} />
        <SearchInput
          label={words.searchAnnotations}
          clearLabel={annotationSessionText.clearSearch}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setAsked(1);
          }}
        />
      </div>
      <div className={css.table}>
        <ScrollArea isFilling>
          <Grid
            label={words.annotations(session.name)}
            words={tableWords}
            columns={columns}
            rows={rows}
            rowId={({ ref }) => String(ref)}
            sort={sort}
            onSort={(field) => {
              setSort(nextSort(sort, field));
              setAsked(1);
            }}
            selection={{
              selected: new Set([...picked].filter((ref) => onPage.has(ref)).map(String)),
              onChange: (ids) => onPick(new Set([...refs.filter((ref) => !onPage.has(ref)), ...[...ids].map(Number)])),
            }}
          />
          {rows.length > 0 ? null : (
            <p className={css.empty}>
              {words.empty}
              {typed.trim() === "" ? null : ` – ${words.nothingFound}`}
            </p>
          )}
        </ScrollArea>
      </div>
      {clock.isElapsed ? null : <p className={css.zone}>{words.datesIn(clock.timezone)}</p>}
      <Pager
        of={words.annotations(session.name)}
        words={tableWords}
        page={page}
        total={found.length}
        rowsPerPage={rowsPerPage}
        onPage={setAsked}
      />
      <div className={css.bar} data-foot>
        <span role="status" className={css.picked}>
          <Info size={15} aria-hidden />
          {words.selected(refs.length, session.count)}
        </span>
        {refs.length === 0 && found.length > rows.length ? (
          <Button
            tone="quiet"
            size="small"
            onPress={() => onPick(new Set(Array.from(found, (row) => table.refOf(row))))}
          >
            {words.selectAll(found.length)}
          </Button>
        ) : null}
        {refs.length > 0 ? (
          <Button tone="quiet" size="small" onPress={() => onPick(new Set())}>
            {words.selectNone}
          </Button>
        ) : null}
        <span className={css.space} />
        {session.isReadOnly ? <CopyInto store={store} sessions={sessions} refs={refs} /> : null}
        <Button isDisabled={refs.length !== 1} onPress={() => onView(refs[0])}>
          {words.view}
        </Button>
        <Button isDisabled={refs.length === 0} onPress={() => setLoaded(false)}>
          {words.unload}
        </Button>
        <Button isDisabled={refs.length === 0} onPress={() => setLoaded(true)}>
          {words.load}
        </Button>
      </div>
    </>
  );
}

interface CopyIntoProps {
  store: AnnotationStore;
  sessions: readonly SessionView[];
  refs: readonly number[];
}

/** Annotations of the file are changed as copies of one's own. */
function CopyInto({ store, sessions, refs }: CopyIntoProps) {
  const mayCreate = useHolds("create_annotations");
  if (!mayCreate || refs.length === 0) return null;
  return (
    <ActionMenu
      label={words.copy}
      icon={FolderInput}
      actions={sessions
        .filter(({ isReadOnly }) => !isReadOnly)
        .map(({ id, name }) => ({
          id: String(id),
          name,
          icon: FolderInput,
          onAction: () => copyAll(store, refs, { id, name }),
        }))}
    />
  );
}
