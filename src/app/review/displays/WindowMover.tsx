import { ArrowLeftRight, Check, ChevronRight } from "lucide-react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, SubmenuTrigger } from "react-aria-components";
import { useSnapshot } from "valtio";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import buttonCss from "../../../ui/buttons/Button.module.css";
import menuCss from "../../../ui/buttons/Menu.module.css";
import { toast } from "../../../ui/notices/toasts.ts";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { kindOf } from "../windows/catalogue.ts";
import { areasIn, isTree } from "../workspace.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { offeredKinds } from "./AreaChooser.tsx";
import { markTarget } from "./swap-drag.ts";

const words = displayBarText.swap;

/**
 * Lets a window change places with another one of its display, by menu; with a pointer its title is dragged there (`swap-drag.ts`). Or
 * makes it one of another kind, which can be undone: the settings of the one that stood there come back.
 */
export function WindowMover({ area, workspace }: { area: string; workspace: ReviewWorkspace }) {
  const { areas, tree, isFixed } = useSnapshot(workspace.display);
  if (isFixed || !isTree(workspace.display.tree)) return null;
  const letters = areasIn({ tree: tree as typeof workspace.display.tree });
  if (letters.length < 2) return null;
  const nameOf = (letter: string) => {
    const id = areas[letter]?.document.componentId ?? "";
    return words.place(letters.indexOf(letter) + 1, kindOf(id)?.title ?? displayBarText.editor.empty);
  };
  const now = areas[area]?.document.componentId ?? "";
  const titleOf = (id: string) => kindOf(id)?.title ?? displayBarText.editor.empty;
  const choose = (id: string) => {
    const kind = kindOf(id);
    if (kind === undefined || id === now) return;
    const undo = workspace.choose(area, kind);
    toast.success(words.changed(titleOf(now), kind.title), {
      label: words.undo,
      onPress: () => {
        if (!undo()) toast.error(words.notUndone);
      },
    });
  };
  return (
    <MenuTrigger
      onOpenChange={(isOpen) => {
        if (!isOpen) markTarget(null);
      }}
    >
      <WithTooltip hint={words.hint}>
        <AriaButton
          aria-label={words.label(nameOf(area))}
          className={buttonCss.button}
          data-tone="quiet"
          data-size="small"
          data-shape="square"
        >
          <ArrowLeftRight size={15} aria-hidden />
        </AriaButton>
      </WithTooltip>
      <Popover className={menuCss.popover} placement="bottom start" offset={4}>
        <Menu
          className={menuCss.menu}
          aria-label={words.hint}
          onAction={(key) => {
            markTarget(null);
            if (letters.includes(String(key))) workspace.swap(area, String(key));
          }}
        >
          {letters
            .filter((letter) => letter !== area)
            .map((letter) => (
              <MenuItem
                key={letter}
                id={letter}
                textValue={nameOf(letter)}
                className={menuCss.item}
                onHoverStart={() => markTarget(letter)}
                onFocus={() => markTarget(letter)}
              >
                {nameOf(letter)}
              </MenuItem>
            ))}
          <SubmenuTrigger>
            <MenuItem id="type" className={menuCss.item} onHoverStart={() => markTarget(null)}>
              {words.type}
              <ChevronRight size={14} aria-hidden className={menuCss.deeper} />
            </MenuItem>
            <Popover className={menuCss.popover}>
              <Menu
                className={menuCss.menu}
                aria-label={words.type}
                selectionMode="single"
                disallowEmptySelection
                selectedKeys={[now]}
                onAction={(id) => choose(String(id))}
              >
                {offeredKinds().map(({ id, name }) => (
                  <MenuItem key={id} id={id} textValue={name} className={menuCss.item}>
                    <span className={menuCss.check}>{id === now ? <Check size={14} aria-hidden /> : null}</span>
                    {name}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </SubmenuTrigger>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
