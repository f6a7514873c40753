import { GripVertical, TriangleAlert } from "lucide-react";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { pairOf } from "../../../../domain/montage/own-montage.ts";
import { type MontageChannel, montageLimits } from "../../../../protocol/montages.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import { Tick } from "../../../../ui/table/Tick.tsx";
import { cutTo } from "../letters.ts";
import css from "./Editor.module.css";

export interface ChannelListProps {
  channels: readonly Readonly<MontageChannel>[];
  selected: ReadonlySet<string>;
  onSelect: (pairs: ReadonlySet<string>) => void;
  onMove: (pairs: ReadonlySet<string>, to: { target: string; isAfter: boolean }) => void;
  onAlias: (pair: string, alias: string) => void;
  /** Inputs of a channel that the recording lacks. */
  lackingOf: (channel: MontageChannel) => readonly string[];
}

const words = montageText.editor;

/** A key in a field is the field's; Esc and Tab are everybody's. */
const keepKeys = (event: KeyboardEvent) => {
  if (event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
};
const keep = (event: SyntheticEvent) => event.stopPropagation();

/**
 * The channels of a montage from the top of the screen down: selected with Space, moved by dragging or with Alt and the up and down
 * keys, each with its alias.
 */
export function ChannelList({ channels, selected, onSelect, onMove, onAlias, lackingOf }: ChannelListProps) {
  const pairs = channels.map(pairOf);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: ({ keys, target }) =>
      onMove(new Set([...keys].map(String)), { target: String(target.key), isAfter: target.dropPosition === "after" }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-key]") : null;
    if (!event.altKey || direction === null || row?.dataset.key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const target = pairs[pairs.indexOf(row.dataset.key) + direction];
    if (target !== undefined) onMove(new Set([row.dataset.key]), { target, isAfter: direction > 0 });
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <GridList
        aria-label={words.channels}
        className={css.channels}
        selectionMode="multiple"
        selectedKeys={selected}
        onSelectionChange={(keys) => onSelect(new Set(keys === "all" ? pairs : [...keys].map(String)))}
        escapeKeyBehavior="none"
        keyboardNavigationBehavior="tab"
        disallowTypeAhead
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => (
          <div className={css.noChannels}>
            <strong>{words.none}</strong>
            <p>{words.noneHint}</p>
          </div>
        )}
        dependencies={[channels]}
        items={channels.map((channel) => ({ ...channel, id: pairOf(channel) }))}
      >
        {({ id, first, second, alias }) => {
          const pair = words.pair(first, second);
          const lacking = lackingOf({ first, second });
          return (
            <GridListItem id={id} textValue={pair} className={css.channel}>
              <AriaButton slot="drag" className={css.grip} aria-label={words.drag(pair)}>
                <GripVertical size={14} aria-hidden />
              </AriaButton>
              <Tick />
              <span className={css.pair}>{pair}</span>
              {lacking.length === 0 ? null : (
                <WithTooltip hint={words.channelLacks(lacking)}>
                  <AriaButton className={css.lacking} aria-label={words.channelLacks(lacking)}>
                    <TriangleAlert size={14} aria-hidden />
                  </AriaButton>
                </WithTooltip>
              )}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what happens in the field from the row */}
              <div
                className={css.alias}
                onPointerDown={keep}
                onMouseDown={keep}
                onClick={keep}
                onKeyDown={keepKeys}
                onKeyUp={keepKeys}
              >
                <TextInput
                  label={words.alias}
                  isLabelHidden
                  placeholder={words.aliasFor(first, second)}
                  value={alias ?? ""}
                  onChange={(typed) => onAlias(id, cutTo(typed, montageLimits.alias))}
                />
              </div>
            </GridListItem>
          );
        }}
      </GridList>
    </div>
  );
}
