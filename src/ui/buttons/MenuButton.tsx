import { Check, ChevronDown } from "lucide-react";
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import buttonCss from "./Button.module.css";
import css from "./Menu.module.css";

export interface MenuChoice {
  readonly id: string;
  readonly name: string;
}

export interface MenuButtonProps {
  /** What is chosen here: the accessible name, said together with the current value. */
  label: string;
  /** What the button shows. */
  value: string;
  choices: readonly MenuChoice[];
  /** Id of the current choice; null when the value is none of them. */
  selected: string | null;
  /** Heading over the choices. */
  title?: string;
  isDisabled?: boolean;
  onChoose: (id: string) => void;
}

/**
 * A drop-down of a window bar. A menu button and not a select: a focused select would eat ArrowLeft and ArrowRight, which
 * turn pages (look.md, Behaviour).
 */
export function MenuButton({ label, value, choices, selected, title, isDisabled, onChoose }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <AriaButton
        isDisabled={isDisabled}
        aria-label={`${label}: ${value}`}
        className={`${buttonCss.button} ${css.trigger}`}
        data-tone="plain"
        data-size="small"
      >
        {value}
        <ChevronDown size={14} aria-hidden />
      </AriaButton>
      <Popover className={css.popover} placement="bottom start" offset={4}>
        <Menu
          className={css.menu}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={selected === null ? [] : [selected]}
          onAction={(key) => onChoose(String(key))}
        >
          <MenuSection aria-label={title ?? label}>
            {title === undefined ? null : <Header className={css.title}>{title}</Header>}
            {choices.map(({ id, name }) => (
              <MenuItem key={id} id={id} textValue={name} className={css.item}>
                {({ isSelected }) => (
                  <>
                    <span className={css.check}>{isSelected ? <Check size={15} aria-hidden /> : null}</span>
                    {name}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
