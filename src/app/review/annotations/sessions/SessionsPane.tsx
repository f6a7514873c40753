import { Check, CircleAlert, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { dateAndMinute, viewerZone } from "../../../../domain/time/clock.ts";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { RefusedButton } from "../../../../ui/buttons/RefusedButton.tsx";
import { SearchInput } from "../../../../ui/fields/SearchInput.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import type { Column } from "../../../../ui/table/columns.ts";
import { Grid } from "../../../../ui/table/Grid.tsx";
import { Pager } from "../../../../ui/table/Pager.tsx";
import { ScrollArea } from "../../../../ui/table/ScrollArea.tsx";
import { useHolds } from "../../../session/index.ts";
import type { AnnotationStore, SessionView } from "../types.ts";
import { CreateSessionDialog } from "./CreateSessionDialog.tsx";
import css from "./Sessions.module.css";
import { listSessions, nextSort, pageOf, rowsPerPage, type Sort, tableWords, whyNotDeleted } from "./session-lists.ts";

const words = annotationSessionText.load;

/** "06/05/2026" where the reader is. */
const dayOf = (ms: number | null): string => (ms === null ? "—" : dateAndMinute(ms, viewerZone(), 12).slice(0, 10));

const columns: readonly Column<SessionView>[] = [
  { id: "name", title: words.columns.name, isHeader: true, text: ({ name }) => name },
  {
    id: "annotations",
    title: words.columns.annotations,
    isNumber: true,
    text: ({ count }) => count.toLocaleString("en-US"),
  },
  { id: "created", title: words.columns.created, isTime: true, text: ({ madeAt }) => dayOf(madeAt) },
  { id: "loaded", title: words.columns.loaded, text: saidOf, render: (session) => <Loaded session={session} /> },
];

function saidOf({ fetched, progress, loaded }: SessionView): string {
  if (fetched === "fetching") return words.fetching(progress);
  return fetched === "failed" ? words.failed : words.isLoaded[loaded];
}

function Loaded({ session }: { session: SessionView }) {
  const said = saidOf(session);
  if (session.fetched === "failed")
    return (
      <WithTooltip hint={session.problem ?? said}>
        <Button tone="quiet" size="small">
          <CircleAlert size={14} aria-hidden />
          {said}
        </Button>
      </WithTooltip>
    );
  const isAll = session.fetched !== "fetching" && session.loaded === "all";
  return (
    <span className={css.state} data-all={isAll || undefined}>
      {isAll ? <Check size={14} aria-hidden /> : null}
      {said}
    </span>
  );
}

export interface SessionsPaneProps {
  store: AnnotationStore;
  sessions: readonly SessionView[];
  /** Those that are ticked. */
  chosen: readonly SessionView[];
  onTick: (ids: ReadonlySet<number>) => void;
  onDelete: () => void;
  onImport: () => void;
  onExport: () => void;
}

/** The sessions of the recording: which there are, and what becomes of those that are ticked. */
export function SessionsPane({ store, sessions, chosen, onTick, onDelete, onImport, onExport }: SessionsPaneProps) {
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>(null);
  const [asked, setAsked] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useHolds("create_annotation_group");
  const mayWrite = useHolds("create_annotations");
  const mayDelete = useHolds("delete_annotation_group");
  const found = listSessions(sessions, typed, sort);
  const { first, end, page } = pageOf(found, asked);
  const rows = found.slice(first, end);
  const onPage = new Set(rows.map(({ id }) => id));
  const whyNot = whyNotDeleted(sessions, chosen);
  const setLoaded = async ({ id, name }: SessionView, isLoaded: boolean) => {
    const why = await store.setLoaded(id, isLoaded);
    if (why !== null) toast.error(words.notLoaded(name, why));
  };
  const setAllLoaded = (isLoaded: boolean) => {
    for (const session of chosen) void setLoaded(session, isLoaded);
  };
  return (
    <section className={css.pane} aria-label={words.sessions}>
      <div className={css.bar}>
        <SearchInput
          label={words.searchSessions}
          clearLabel={annotationSessionText.clearSearch}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setAsked(1);
          }}
        />
        <span className={css.space} />
        {mayWrite ? (
          <Button onPress={onImport}>{annotationExchangeText.import.open}</Button>
        ) : (
          <RefusedButton hint={annotationSessionText.noPermission}>{annotationExchangeText.import.open}</RefusedButton>
        )}
        {mayCreate ? (
          <Button onPress={() => setCreating(true)}>
            <Plus size={15} aria-hidden />
            {words.create}
          </Button>
        ) : (
          <RefusedButton hint={annotationSessionText.noPermission}>
            <Plus size={15} aria-hidden />
            {words.create}
          </RefusedButton>
        )}
      </div>
      <div className={css.table}>
        <ScrollArea isFilling>
          <Grid
            label={words.sessions}
            words={tableWords}
            columns={columns}
            rows={rows}
            rowId={({ id }) => String(id)}
            sort={sort}
            onSort={(field) => {
              setSort(nextSort(sort, field));
              setAsked(1);
            }}
            selection={{
              selected: new Set(rows.filter((one) => chosen.includes(one)).map(({ id }) => String(id))),
              onChange: (ids) =>
                onTick(
                  new Set([...chosen.map(({ id }) => id).filter((id) => !onPage.has(id)), ...[...ids].map(Number)]),
                ),
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
      <p className={css.zone}>{words.createdIn(viewerZone())}</p>
      <Pager
        of={words.sessions}
        words={tableWords}
        page={page}
        total={found.length}
        rowsPerPage={rowsPerPage}
        onPage={setAsked}
      />
      <div className={css.bar} data-foot>
        <Button isDisabled={chosen.length === 0} onPress={() => setAllLoaded(true)}>
          {words.load}
        </Button>
        <Button isDisabled={chosen.every(({ loaded }) => loaded === "none")} onPress={() => setAllLoaded(false)}>
          {words.unload}
        </Button>
        <Button isDisabled={chosen.length === 0} onPress={onExport}>
          {annotationExchangeText.export.open}
        </Button>
        <span className={css.space} />
        {mayDelete && whyNot === null ? (
          <IconButton icon={Trash2} label={words.delete} size="medium" onPress={onDelete} />
        ) : (
          <RefusedButton hint={mayDelete ? (whyNot ?? "") : annotationSessionText.noPermission} tone="quiet">
            <Trash2 size={16} aria-label={words.delete} />
          </RefusedButton>
        )}
      </div>
      {isCreating ? (
        <CreateSessionDialog
          store={store}
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            onTick(new Set([...chosen.map((one) => one.id), id]));
          }}
        />
      ) : null}
    </section>
  );
}
