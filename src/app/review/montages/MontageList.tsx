import { Plus } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { GridList, ListBox, ListBoxItem, ListLayout, useFilter, Virtualizer } from "react-aria-components";
import { useSnapshot } from "valtio";
import type { Montage, MontageSection } from "../../../domain/montage/standard-montages.ts";
import { montageText } from "../../../protocol/text/montage-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { SearchInput } from "../../../ui/fields/SearchInput.tsx";
import { searchedFrom } from "../../../ui/fields/Select.tsx";
import { useSession } from "../../session/index.ts";
import type { Edited } from "./MontagePicker.tsx";
import { MontageRow } from "./MontageRow.tsx";
import css from "./Montages.module.css";
import type { HeldMontage, MontageStore } from "./montage-store.ts";
import { NamePopover } from "./NamePopover.tsx";

export interface MontageListProps {
  store: MontageStore;
  montages: readonly Montage[];
  current: Montage | undefined;
  onChoose: (id: number) => void;
  onEdit: (edited: Edited) => void;
  onDelete: (montage: HeldMontage) => void;
}

/** What is asked beside a row. */
interface Asked {
  readonly kind: "rename" | "copy";
  readonly montage: Montage;
  readonly at: RefObject<Element | null>;
}

const words = montageText.picker;
const sections: readonly MontageSection[] = ["Standard", "Personal", "Shared", "Recording", "Link"];
/** Sections that people make montages in. */
const isOfPeople = (section: MontageSection): section is "Personal" | "Shared" =>
  section === "Personal" || section === "Shared";
/** Height of a row and of the longest list, CSS px (spec 001 section 9). */
const rowPx = 32;
const mostPx = 360;
const { searchMontages, noMontage } = text.window.configure;

/** 'Access' and the montages of the chosen section, with what can be done with each. */
export function MontageList({ store, montages, current, onChoose, onEdit, onDelete }: MontageListProps) {
  const { status, failure } = useSnapshot(store.state);
  const { workspaceName } = useSession();
  const [section, setSection] = useState<MontageSection>(current?.type ?? "Standard");
  const [asked, setAsked] = useState<Asked | null>(null);
  const here = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const picker = here.current;
    return asked === null || picker === null ? undefined : () => keepFocusIn(picker);
  }, [asked]);
  const { contains } = useFilter({ sensitivity: "base" });
  const ofSection = montages.filter(({ type }) => type === section);
  const isSearched = ofSection.length >= searchedFrom;
  const listed = ofSection
    .filter(({ name }) => !isSearched || contains(name, typed.trim()))
    .map((montage) => ({ ...montage, held: store.find(montage.id) ?? null }));
  const nameOf = (each: MontageSection) =>
    each === "Shared" ? montageText.section.Shared(workspaceName) : montageText.section[each];
  return (
    <div className={css.picker} ref={here}>
      <div>
        <h3>{text.window.montageAccess}</h3>
        <ListBox
          aria-label={text.window.montageAccess}
          className={css.sections}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[section]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key === undefined) return;
            setSection(key as MontageSection);
            setTyped("");
          }}
        >
          {sections
            .filter((each) => each !== "Link" || montages.some(({ type }) => type === "Link"))
            .map((each) => (
              <ListBoxItem key={each} id={each} textValue={nameOf(each)} className={css.section}>
                <span>{nameOf(each)}</span>
                {each === current?.type ? (
                  <>
                    <span className={css.dot} aria-hidden />
                    <span className="visually-hidden">{text.window.montageCurrent}</span>
                  </>
                ) : null}
              </ListBoxItem>
            ))}
        </ListBox>
      </div>
      <div>
        <h3>{text.window.montageList}</h3>
        {isSearched ? (
          <div className={css.search}>
            <SearchInput label={searchMontages} clearLabel={text.search("").clear} value={typed} onChange={setTyped} />
          </div>
        ) : null}
        {isOfPeople(section) && status === "failed" ? (
          <div className={css.failed}>
            <p role="alert">{montageText.failedWhy(failure ?? "")}</p>
            <Button size="small" onPress={() => void store.reload()}>
              {words.tryAgain}
            </Button>
          </div>
        ) : listed.length === 0 ? (
          <p className={css.none} role="status">
            {ofSection.length === 0 ? text.window.montageNone : noMontage}
          </p>
        ) : (
          <Virtualizer key={section} layout={ListLayout} layoutOptions={{ rowHeight: rowPx }}>
            <GridList
              aria-label={text.window.montageList}
              className={css.list}
              style={{ height: Math.min(mostPx, listed.length * rowPx) }}
              items={listed}
              selectionMode="single"
              selectedKeys={current === undefined ? [] : [current.id]}
              disallowEmptySelection
              escapeKeyBehavior="none"
              autoFocus
              onSelectionChange={(keys) => {
                const [key] = keys;
                if (key !== undefined) onChoose(Number(key));
              }}
            >
              {(montage) => (
                <MontageRow
                  montage={montage}
                  held={montage.held}
                  onConfigure={(held) => onEdit({ kind: "change", montage: held })}
                  onAsk={(kind, at) => setAsked({ kind, montage, at: { current: at } })}
                  onDelete={onDelete}
                />
              )}
            </GridList>
          </Virtualizer>
        )}
        {isOfPeople(section) ? (
          <div className={css.foot}>
            <Button size="small" isDisabled={status !== "ready"} onPress={() => onEdit({ kind: "new", type: section })}>
              <Plus size={15} aria-hidden />
              {words.add}
            </Button>
          </div>
        ) : null}
      </div>
      {asked === null ? null : (
        <NamePopover
          key={`${asked.kind} ${asked.montage.id}`}
          {...asked}
          onClose={() => setAsked(null)}
          onSave={async (name, type) => {
            const { kind, montage } = asked;
            if (kind === "rename") return store.rename(montage.id, name);
            const channels = montage.chains.flat();
            await store.copy({ name: montage.name, channels }, { name, type, nowMs: Date.now() });
            setSection(type);
          }}
        />
      )}
    </div>
  );
}

/** What was asked gives the focus back in a frame of its own. */
const mostFrames = 30;

/** A copy is shown in its section: the row that was asked about, and had the focus, may be gone with the other one. */
function keepFocusIn(picker: HTMLElement, left = mostFrames): void {
  requestAnimationFrame(() => {
    if (!picker.isConnected || picker.contains(document.activeElement) || left === 0) return;
    if (document.activeElement === document.body) picker.querySelector<HTMLElement>("[role=grid]")?.focus();
    keepFocusIn(picker, left - 1);
  });
}
