import type { LucideIcon } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "./Button.tsx";
import css from "./Menu.module.css";

export interface ActionMenuProps {
  /** What the button says. */
  label: string;
  icon: LucideIcon;
  actions: readonly { readonly id: string; readonly name: string; readonly icon: LucideIcon; onAction: () => void }[];
}

/** A button with a menu of things to do. */
export function ActionMenu({ label, icon: ButtonIcon, actions }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <Button>
        <ButtonIcon size={15} aria-hidden />
        {label}
      </Button>
      <Popover className={css.popover} placement="bottom end" offset={4}>
        <Menu className={css.menu} aria-label={label}>
          {actions.map(({ id, name, icon: Icon, onAction }) => (
            <MenuItem key={id} id={id} textValue={name} className={css.item} onAction={onAction}>
              <Icon size={15} aria-hidden />
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
