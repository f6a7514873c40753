import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import buttonCss from "./Button.module.css";
import css from "./Menu.module.css";

export interface MenuChoice {
  readonly id: string;
  readonly name: string;
}

export interface MenuButtonProps {
  /** What is chosen here: the accessible name, said together with the current value. */
  label: string;
  /** The current value. */
  value: string;
  /** What the button shows in place of the value alone. */
  shown?: ReactNode;
  choices: readonly MenuChoice[];
  /** Id of the current choice; null when the value is none of them. */
  selected: string | null;
  /** Heading over the choices. */
  title?: string;
  isDisabled?: boolean;
  /** Text of a tooltip: what the choice does. */
  hint?: string;
  /** Under the choices: another one of the same kind. */
  second?: {
    readonly label: string;
    readonly choices: readonly MenuChoice[];
    readonly selected: string;
    readonly onChoose: (id: string) => void;
  };
  /** Under the choices: what else is set here, each in a dialog of its own. */
  more?: readonly (MenuChoice & { readonly onPress: () => void })[];
  onChoose: (id: string) => void;
}

/**
 * A drop-down of a window bar. A menu button and not a select: a focused select would eat ArrowLeft and ArrowRight, which
 * turn pages (look.md, Behaviour).
 */
export function MenuButton({
  label,
  value,
  shown = value,
  choices,
  selected,
  title,
  isDisabled,
  hint,
  second,
  more,
  onChoose,
}: MenuButtonProps) {
  const button = (
    <AriaButton
      isDisabled={isDisabled}
      aria-label={`${label}: ${value}`}
      className={`${buttonCss.button} ${css.trigger}`}
      data-tone="plain"
      data-size="small"
    >
      {shown}
      <ChevronDown size={14} aria-hidden />
    </AriaButton>
  );
  return (
    <MenuTrigger>
      {hint === undefined ? button : <WithTooltip hint={hint}>{button}</WithTooltip>}
      <Popover className={css.popover} placement="bottom start" offset={4}>
        <Menu
          className={css.menu}
          onAction={(key) => {
            const other = more?.find(({ id }) => id === key);
            if (second?.choices.some(({ id }) => id === key)) second.onChoose(String(key));
            else if (other === undefined) onChoose(String(key));
            else other.onPress();
          }}
        >
          <MenuSection
            aria-label={title ?? label}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={selected === null ? [] : [selected]}
          >
            {title === undefined ? null : <Header className={css.title}>{title}</Header>}
            {choices.map(checked)}
          </MenuSection>
          {second === undefined ? null : (
            <MenuSection
              aria-label={second.label}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[second.selected]}
            >
              {second.choices.map(checked)}
            </MenuSection>
          )}
          {more === undefined ? null : (
            <MenuSection aria-label={label}>
              {more.map(({ id, name }) => (
                <MenuItem key={id} id={id} textValue={name} className={css.item}>
                  <span className={css.check} />
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const checked = ({ id, name }: MenuChoice) => (
  <MenuItem key={id} id={id} textValue={name} className={css.item}>
    {({ isSelected }) => (
      <>
        <span className={css.check}>{isSelected ? <Check size={15} aria-hidden /> : null}</span>
        {name}
      </>
    )}
  </MenuItem>
);
