import { Check, Columns3 } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "../buttons/Button.tsx";
import menu from "../buttons/Menu.module.css";
import css from "./Table.module.css";

export interface ColumnChooserProps {
  label: string;
  columns: readonly { readonly id: string; readonly title: string }[];
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

/** Which columns are shown. */
export function ColumnChooser({ label, columns, shown, onChange }: ColumnChooserProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label}>
        <Columns3 size={15} aria-hidden />
        <span className={css.columnsWord}>{label}</span>
      </Button>
      <Popover className={menu.popover} placement="bottom end" offset={4}>
        <Menu
          className={menu.menu}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) =>
            onChange(columns.map(({ id }) => id).filter((id) => keys === "all" || keys.has(id)))
          }
        >
          {columns.map(({ id, title }) => (
            <MenuItem key={id} id={id} textValue={title} className={menu.item}>
              {({ isSelected }) => (
                <>
                  <span className={menu.check}>{isSelected ? <Check size={15} aria-hidden /> : null}</span>
                  {title}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
