import { Ellipsis, type LucideIcon } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { IconButton } from "../buttons/IconButton.tsx";
import menu from "../buttons/Menu.module.css";

export interface RowAction {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly onAction: () => void;
}

/** What can be done with one row, behind a button at its end. `actions` is asked when it opens. */
export function RowMenu({ label, actions }: { label: string; actions: () => readonly RowAction[] }) {
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} label={label} />
      <Popover className={menu.popover} placement="bottom end" offset={4}>
        <Actions label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

function Actions({ label, actions }: { label: string; actions: () => readonly RowAction[] }) {
  return (
    <Menu className={menu.menu} aria-label={label}>
      {actions().map(({ id, name, icon: Icon, onAction }) => (
        <MenuItem key={id} id={id} textValue={name} className={menu.item} onAction={onAction}>
          <Icon size={15} aria-hidden />
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
