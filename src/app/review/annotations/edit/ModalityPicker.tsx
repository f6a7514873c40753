import { ChevronDown, ChevronRight, RotateCcw, Search } from "lucide-react";
import { useState } from "react";
import { modalityGroups, annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import type { VisibleTraces } from "../visible-channels.ts";
import css from "./Edit.module.css";
import type { ModalityEntry } from "./modality-entries.ts";

export interface ModalityPickerProps {
  entries: readonly ModalityEntry[];
  /** Labels of the traces of the window that is worked in; null: there is none to go by. */
  visible: VisibleTraces;
  /** Labels; those that the file has not are kept. */
  selected: readonly string[];
  /** What 'Reset changes' goes back to. */
  original: readonly string[];
  isReadOnly?: boolean;
  onChange: (selected: readonly string[]) => void;
}

/** Which signals an annotation is of: found by typing, ticked one by one, by group or all (spec 2.21). */
export function ModalityPicker({
  entries,
  visible,
  selected,
  original,
  isReadOnly = false,
  onChange,
}: ModalityPickerProps) {
  const [search, setSearch] = useState("");
  const [isVisibleOnly, setVisibleOnly] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(selected);
  const hasTraces = visible !== null && !("why" in visible);
  const traces = new Set(hasTraces ? visible : []);
  const known = new Set(entries.map(({ label }) => label));
  const lost = original.filter((label) => !known.has(label));
  const groups = [
    ...modalityGroups.map((name) => ({ name: name as string, items: entries.filter(({ type }) => type === name) })),
    { name: words.notThere, items: lost.map((label) => ({ label, name: label })) },
  ].map(({ name, items }) => ({
    name,
    items: items.filter(
      ({ label, name: hint }) => isFound(`${label} ${hint}`, search) && (!isVisibleOnly || traces.has(label)),
    ),
  }));
  const listed = groups.flatMap(({ items }) => items.map(({ label }) => label));
  const set = (labels: readonly string[], isOn: boolean) => {
    const own = new Set(labels);
    // In the order of the file, so that the same choice is the same list.
    const order = [...entries.map(({ label }) => label), ...lost];
    onChange(order.filter((label) => (own.has(label) ? isOn : chosen.has(label))));
  };
  return (
    <div className={css.picker}>
      <div className={css.pickerBar}>
        <span className={css.search}>
          <Search size={14} aria-hidden />
          <input
            aria-label={words.search}
            placeholder={words.search}
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </span>
        <Button
          size="small"
          isDisabled={isReadOnly || isSameSet(selected, original)}
          onPress={() => {
            setVisibleOnly(false);
            onChange(original);
          }}
        >
          <RotateCcw size={14} aria-hidden />
          {words.resetChanges}
        </Button>
      </div>
      {visible === null ? null : (
        <Switch
          isSelected={isVisibleOnly}
          isDisabled={isReadOnly || !hasTraces}
          onChange={(isOn) => {
            setVisibleOnly(isOn);
            if (isOn) onChange([...entries.map(({ label }) => label), ...lost].filter((label) => traces.has(label)));
          }}
        >
          {words.visibleOnly}
        </Switch>
      )}
      {visible !== null && "why" in visible ? <p className={css.why}>{visible.why}</p> : null}
      <div className={css.modalities}>
        {entries.length + lost.length === 0 ? (
          <p className={css.none}>{words.noneThere}</p>
        ) : listed.length === 0 ? (
          <p className={css.none}>{words.noneFound}</p>
        ) : (
          <>
            <div className={css.groupHead}>
              <Checkbox
                isSelected={isSameSet(selected, listed)}
                isIndeterminate={!isSameSet(selected, listed) && selected.length > 0}
                isDisabled={isReadOnly}
                onChange={() => set(listed, !isSameSet(selected, listed))}
              >
                {words.all}
              </Checkbox>
              <span className={css.count} role="status">
                {selected.length === 0 ? words.noneChosen : words.chosen(selected.length, entries.length)}
              </span>
              {selected.length === 0 || isReadOnly ? null : (
                <Button size="small" onPress={() => onChange([])}>
                  {words.chooseNone}
                </Button>
              )}
            </div>
            {groups.map(({ name, items }) =>
              items.length === 0 ? null : (
                <section key={name} aria-label={name}>
                  <div className={css.groupHead}>
                    <IconButton
                      icon={closed.has(name) ? ChevronRight : ChevronDown}
                      label={words.expand(name)}
                      aria-expanded={!closed.has(name)}
                      onPress={() => setClosed(toggled(closed, name))}
                    />
                    <GroupTick
                      name={name}
                      labels={items.map(({ label }) => label)}
                      chosen={chosen}
                      isReadOnly={isReadOnly}
                      onSet={set}
                    />
                  </div>
                  {closed.has(name) ? null : (
                    <div className={css.entries}>
                      {items.map(({ label, name: hint }) => (
                        <Checkbox
                          key={label}
                          isSelected={chosen.has(label)}
                          isDisabled={isReadOnly}
                          onChange={(isOn) => set([label], isOn)}
                        >
                          <span title={hint} className={css.entry}>
                            {label}
                          </span>
                        </Checkbox>
                      ))}
                    </div>
                  )}
                </section>
              ),
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface GroupTickProps {
  name: string;
  labels: readonly string[];
  chosen: ReadonlySet<string>;
  isReadOnly: boolean;
  onSet: (labels: readonly string[], isOn: boolean) => void;
}

function GroupTick({ name, labels, chosen, isReadOnly, onSet }: GroupTickProps) {
  const count = labels.filter((label) => chosen.has(label)).length;
  return (
    <Checkbox
      isSelected={count === labels.length}
      isIndeterminate={count > 0 && count < labels.length}
      isDisabled={isReadOnly}
      onChange={(isOn) => onSet(labels, isOn)}
    >
      <strong>{name}</strong>
      <span className="visually-hidden">{`: ${words.allOf(name)}`}</span>
      <span className={css.count}>{words.chosen(count, labels.length)}</span>
    </Checkbox>
  );
}

const isFound = (text: string, search: string): boolean => text.toLowerCase().includes(search.trim().toLowerCase());
const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}
