import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  Eye,
  EyeOff,
  FolderOpen,
  Inbox,
  LoaderCircle,
  PanelRightClose,
  SearchX,
} from "lucide-react";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import { type Clock, clockOf, needsDays } from "../../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { IconToggle } from "../../../../ui/buttons/IconToggle.tsx";
import { SearchInput } from "../../../../ui/fields/SearchInput.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { useHolds } from "../../../session/index.ts";
import { useHours } from "../../clock-setting.ts";
import { matchWalk } from "../../shortcuts/annotation-actions.ts";
import { DeleteAnnotations } from "../sessions/DeleteAnnotations.tsx";
import type { SessionPanels } from "../sessions/session-panels.ts";
import { type AnnotationStore, fileGroupId } from "../types.ts";
import { AnnotationList } from "./AnnotationList.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { type MatchingRows, matchingRows } from "./matching-rows.ts";
import { SaveState } from "./SaveState.tsx";
import css from "./Sidebar.module.css";
import { UndoButtons } from "./UndoButtons.tsx";

const words = annotationSessionText.sidebar;
const nobody: ReadonlySet<AnnotationRef> = new Set();
/** Of the selector: no session has this id. */
const newSession = "new";

/** So many rows are searched in the turn of the key that was pressed, some ms; more in a turn of their own, so that typing stays quick. */
const searchedAtOnce = 200_000;

export interface AnnotationSidebarProps {
  store: AnnotationStore;
  recording: RecordingDetail;
  panels: SessionPanels;
  /** Goes to a time in the linked windows. */
  onJump: (timeMs: number) => void;
}

/** The right sidebar (spec 2.4): the current session, what is loaded, and the ways to more. */
export function AnnotationSidebar({ store, recording, panels, onJump }: AnnotationSidebarProps) {
  const { phase, problem } = useSnapshot(store.state);
  const hours = useHours();
  // One clock for all that is typed: it remembers the offsets that it was asked for.
  const clock = useMemo(() => clockOf(recording, hours), [recording, hours]);
  const mayMake = useHolds("create_annotations");
  const hasDates = needsDays(clock, recording.start_ms, recording.end_ms);
  // At once, within the event that changed it: the caret would jump otherwise.
  const { search: typed, said } = useSnapshot(panels, { sync: true });
  const setTyped = (next: string) => {
    panels.search = next;
    panels.said = "";
  };
  const isSearchedAtOnce = store.table.inOrder().length <= searchedAtOnce;
  const deferred = useDeferredValue(isSearchedAtOnce ? "" : typed);
  const { rows, loaded, ignored } = useRows(store, isSearchedAtOnce ? typed : deferred, clock, recording);
  const [chosen, setChosen] = useState<ReadonlySet<AnnotationRef>>(nobody);
  const [deleted, setDeleted] = useState<readonly AnnotationRef[] | null>(null);
  // What is gone, or not loaded any more, is not selected either.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are others when the table has changed
  const selected = useMemo(() => {
    const left = [...chosen].filter((one) => {
      const row = store.table.rowOf(one);
      return row !== null && store.table.isShown(row);
    });
    return left.length === chosen.size ? chosen : new Set(left);
  }, [chosen, store, rows]);
  return (
    <aside className={css.sidebar} aria-label={words.title}>
      <Head store={store} panels={panels} />
      <div className={css.pick}>
        <Sessions store={store} panels={panels} />
        <div className={css.search}>
          <SearchInput
            label={words.search}
            clearLabel={annotationSessionText.clearSearch}
            value={typed}
            onChange={setTyped}
          />
          <Walk isDisabled={rows.length === 0} />
        </div>
        <p className={css.hint}>
          {ignored.length > 0 ? words.ignored(ignored) : said !== "" ? said : words.searchHint}
        </p>
      </div>
      <Saving store={store} />
      {selected.size === 0 ? null : (
        <BulkBar
          store={store}
          refs={[...selected]}
          onDelete={() => setDeleted([...selected])}
          onClear={() => setChosen(nobody)}
        />
      )}
      {phase === "opening" ? (
        <Face icon={LoaderCircle} title={words.opening} role="status" />
      ) : phase === "failed" ? (
        <Face icon={CircleAlert} title={words.failed} role="alert">
          <p>{problem}</p>
          <Button onPress={() => store.tryAgain()}>{annotationSessionText.tryAgain}</Button>
        </Face>
      ) : rows.length > 0 ? (
        <AnnotationList
          store={store}
          rows={rows}
          clock={clock}
          hasDates={hasDates}
          selected={selected}
          onSelect={setChosen}
          onJump={onJump}
          onEdit={(one) => store.open(one)}
          onDelete={() => setDeleted([...selected])}
        />
      ) : loaded > 0 ? (
        <Face icon={SearchX} title={words.nothingFound}>
          <Button onPress={() => setTyped("")}>{annotationSessionText.clearSearch}</Button>
        </Face>
      ) : (
        <Face icon={Inbox} title={words.empty}>
          <p>{mayMake ? words.emptyHint : words.emptyView}</p>
        </Face>
      )}
      <Foot store={store} found={rows.length} loaded={loaded} />
      <DeleteAnnotations
        store={store}
        refs={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => setChosen(nobody)}
      />
    </aside>
  );
}

/** What the search leaves, again whenever the table changes. */
function useRows(store: AnnotationStore, typed: string, clock: Clock, recording: RecordingDetail): MatchingRows {
  const { revision } = useSnapshot(store.state);
  const { isElapsed, timezone } = clock;
  const { start_ms, end_ms } = recording;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table changes in place, and its revision tells
  return useMemo(
    () => matchingRows(typed, store.table, { isElapsed, timezone }, { start_ms, end_ms }),
    [store, typed, revision, start_ms, end_ms, isElapsed, timezone],
  );
}

/** What no letter of a search changes is not drawn again for it. */
const Saving = memo(SaveState);

/** From match to match. */
const Walk = memo(function Walk({ isDisabled }: { isDisabled: boolean }) {
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={words.matches.previous}
        isDisabled={isDisabled}
        onPress={() => matchWalk()?.(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={words.matches.next}
        isDisabled={isDisabled}
        onPress={() => matchWalk()?.(1)}
      />
    </>
  );
});

interface PartProps {
  store: AnnotationStore;
  panels: SessionPanels;
}

const Head = memo(function Head({ store, panels }: PartProps) {
  const { isHidden } = useSnapshot(store.state);
  return (
    <div className={css.head}>
      <h2>{words.title}</h2>
      <UndoButtons store={store} />
      <IconToggle
        icon={isHidden ? EyeOff : Eye}
        label={words.hide}
        hint={words.hide}
        isOn={isHidden}
        onChange={(isOn) => store.setHidden(isOn)}
      />
      <IconButton
        icon={PanelRightClose}
        label={words.close}
        onPress={() => {
          panels.isListOpen = false;
        }}
      />
    </div>
  );
});

const Sessions = memo(function Sessions({ store, panels }: PartProps) {
  const { sessions, current, phase } = useSnapshot(store.state);
  const own = sessions.filter(({ isReadOnly }) => !isReadOnly);
  return (
    <>
      <Select
        label={words.session}
        isLabelHidden
        placeholder={words.noSession}
        search={text.search(words.session)}
        isDisabled={phase !== "ready"}
        options={[
          ...own.map(({ id, name, count }) => ({ id: String(id), name: words.sessionName(name, count) })),
          { id: newSession, name: words.newSession },
        ]}
        selected={current === null ? null : String(current)}
        onChoose={(id) => {
          if (id === newSession) panels.dialog = "new";
          else store.setCurrent(Number(id));
        }}
      />
      <Button
        onPress={() => {
          panels.dialog = "load";
        }}
      >
        <FolderOpen size={15} aria-hidden />
        {words.load}
      </Button>
    </>
  );
});

function Foot({ store, found, loaded }: { store: AnnotationStore; found: number; loaded: number }) {
  const { sessions } = useSnapshot(store.state);
  const count = sessions.filter((one) => one.loaded !== "none" && one.id !== fileGroupId).length;
  const own = sessions.find(({ id }) => id === fileGroupId)?.loadedCount ?? null;
  return (
    <p className={css.foot} role="status">
      {found === loaded ? words.loaded(loaded, count, own) : words.found(found, loaded)}
      {sessions
        .filter(({ fetched }) => fetched === "fetching")
        .map(({ id, name, progress }) => (
          <span key={id}>{`${name}: ${annotationSessionText.load.fetching(progress)}`}</span>
        ))}
    </p>
  );
}
