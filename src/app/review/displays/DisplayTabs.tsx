import { ArrowLeft, ArrowRight, Copy, EllipsisVertical, LayoutDashboard, Pencil, Trash2 } from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { type Display, type DisplayGroup, displayLimits } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { displaysText } from "../../../protocol/text/displays-text.ts";
import { text } from "../../../protocol/text/text.ts";
import menuCss from "../../../ui/buttons/Menu.module.css";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { fetched } from "../../../ui/fetched.tsx";
import tableCss from "../../../ui/table/Table.module.css";
import { useScrollCue } from "../../../ui/table/use-scroll-cue.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";
import type { DisplayStore } from "./display-store.ts";
import { NameDialog } from "./NameDialog.tsx";
import { useDisplayActions } from "./use-display-actions.ts";
import { useTabDrag } from "./use-tab-drag.ts";

const EditDisplayDialog = fetched(
  async () => (await import("./EditDisplayDialog.tsx")).EditDisplayDialog,
  text.failed.notFetched,
);

export interface DisplayTabsProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
  group: DisplayGroup;
  /** Id of the display on the screen. */
  chosen: number | null;
}

/** What is asked about a display, which need not be the active one any more when it is answered. */
interface Asked {
  readonly what: "edit" | "rename" | "delete";
  readonly group: number;
  readonly display: Display;
}

/** Displays of a group as tabs: chosen by a press or the arrows, put in order by dragging or the menu of the active one. */
export function DisplayTabs({ store, workspace, group, chosen }: DisplayTabsProps) {
  const actions = useDisplayActions(store, workspace);
  const [asked, setAsked] = useState<Asked | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useScrollCue(frame, list);
  useEffect(() => {
    list.current?.querySelector(`[data-display="${chosen}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  const choose = (id: number) => store.chooseDisplay(group.id, id);
  const drag = useTabDrag(list, (id, to) => void actions.moveDisplay(group.id, id, to), choose, group.may_change);
  const { layouts } = group;
  const at = layouts.findIndex(({ id }) => id === chosen);
  const active = layouts[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === " " && event.target instanceof HTMLElement) {
      event.preventDefault();
      event.stopPropagation();
      event.target.click();
      return;
    }
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? layouts.length - 1 : step === undefined ? null : at + step;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const next = layouts[(to + layouts.length) % layouts.length];
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-display="${next.id}"]`)?.focus();
  };
  const run = (key: string) => {
    if (active === undefined) return;
    if (key === "edit" || key === "rename" || key === "delete")
      setAsked({ what: key, group: group.id, display: active });
    else if (key === "copy") void actions.copyDisplay(group.id, active.id);
    else void actions.moveDisplay(group.id, active.id, key === "left" ? at - 1 : at + 1);
  };
  const isFull = layouts.length >= displayLimits.displays;
  const items = [
    { id: "edit", name: displayBarText.edit, icon: LayoutDashboard, isOff: false },
    { id: "rename", name: displayBarText.rename, icon: Pencil, isOff: false },
    { id: "copy", name: displayBarText.copy, icon: Copy, isOff: isFull },
    { id: "left", name: displayBarText.moveLeft, icon: ArrowLeft, isOff: at <= 0 },
    { id: "right", name: displayBarText.moveRight, icon: ArrowRight, isOff: at === layouts.length - 1 },
  ];
  return (
    <>
      <div ref={frame} className={`${tableCss.frame} ${css.tabsFrame}`}>
        <div
          ref={list}
          className={css.tabs}
          role="tablist"
          aria-label={displayBarText.displays}
          onKeyDown={onKeyDown}
          {...drag.listProps}
        >
          {layouts.map(({ id, name }, k) => (
            <button
              key={id}
              type="button"
              role="tab"
              className={css.tab}
              data-display={id}
              data-dragged={drag.dragged === id || undefined}
              data-before={drag.dragged !== null && drag.to === k ? "" : undefined}
              aria-selected={id === chosen}
              tabIndex={id === chosen || (active === undefined && k === 0) ? 0 : -1}
              title={name}
              onClick={() => choose(id)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {active === undefined || !group.may_change ? null : (
        <MenuTrigger>
          <AriaButton className={css.options} aria-label={displayBarText.menu(active.name)}>
            <EllipsisVertical size={15} aria-hidden />
          </AriaButton>
          <Popover className={menuCss.popover} placement="bottom start" offset={4}>
            <Menu
              className={menuCss.menu}
              aria-label={displayBarText.menu(active.name)}
              disabledKeys={items.filter(({ isOff }) => isOff).map(({ id }) => id)}
              onAction={(key) => run(String(key))}
            >
              {items.map(({ id, name, icon: Icon }) => (
                <MenuItem key={id} id={id} textValue={name} className={css.item}>
                  <Icon size={15} aria-hidden />
                  {name}
                  {id === "copy" && isFull ? (
                    <span className={css.why}>{displaysText.tooltip.tooManyDisplays}</span>
                  ) : null}
                </MenuItem>
              ))}
              <Separator className={css.separator} />
              <MenuItem id="delete" textValue={displayBarText.delete} className={`${css.item} ${css.danger}`}>
                <Trash2 size={15} aria-hidden />
                {displayBarText.delete}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {asked === null ? null : (
        <Fragment key={`${asked.group} ${asked.display.id}`}>
          <NameDialog
            title={displayBarText.rename}
            name={asked.display.name}
            most={displayLimits.displayName}
            isOpen={asked.what === "rename"}
            onClose={() => setAsked(null)}
            onSave={(name) => actions.renameDisplay(asked.group, asked.display.id, name)}
          />
          <ConfirmDialog
            title={displayBarText.deleteDisplay.title}
            confirmLabel={displayBarText.deleteDisplay.confirm}
            cancelLabel={displayBarText.cancel}
            isOpen={asked.what === "delete"}
            onConfirm={async () => {
              await actions.deleteDisplay(asked.group, asked.display.id);
              setAsked(null);
            }}
            onCancel={() => setAsked(null)}
          >
            {displayBarText.deleteDisplay.body(asked.display.name)}
          </ConfirmDialog>
          {asked.what === "edit" ? (
            <EditDisplayDialog
              store={store}
              group={asked.group}
              display={asked.display}
              onClose={() => setAsked(null)}
            />
          ) : null}
        </Fragment>
      )}
    </>
  );
}
