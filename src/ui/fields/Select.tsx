import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  SelectValue,
  Virtualizer,
} from "react-aria-components";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";
import { SearchedList, type SearchWords } from "./SearchedList.tsx";

/** As many options are searched by typing. */
export const searchedFrom = 12;
/** Of so many options those in sight alone are in the document: 5,000 files held the page for 8 s. */
const inSightFrom = 500;
/** A name of one line; others are measured as they come into sight. CSS px */
const optionHeight = 30;

export interface SelectProps {
  label: string;
  options: readonly {
    readonly id: string;
    readonly name: string;
    readonly isDisabled?: boolean;
    readonly isMarked?: boolean;
  }[];
  /** Id of the taken option; null: none yet. */
  selected: string | null;
  /** A promise while the choice is asked about. */
  onChoose: (id: string) => unknown;
  placeholder?: string;
  /** Words of the search that stands over twelve options or more. */
  search?: SearchWords;
  hint?: string | undefined;
  error?: string | undefined;
  autoComplete?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  size?: "medium" | "large";
  /** What the label says is seen otherwise: it is there for those who do not see it. */
  isLabelHidden?: boolean;
  /** A shorter label for those who see what stands around it. */
  visibleLabel?: string;
}

/** One of a list, in a form. Window bars use `MenuButton` instead (look.md, Behaviour). In a short list letters jump. */
export function Select(props: SelectProps) {
  const {
    label,
    options,
    selected,
    onChoose,
    placeholder,
    search,
    hint,
    error,
    size = "medium",
    isLabelHidden = false,
    visibleLabel,
    ...rest
  } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <AriaSelect
      {...rest}
      className={css.field}
      data-size={size}
      value={selected}
      onChange={(key) => {
        if (key === null) return;
        const answer = onChoose(String(key));
        if (answer instanceof Promise) void answer.then(() => takeLostFocus(trigger.current));
      }}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden || visibleLabel !== undefined ? "visually-hidden" : css.label}>{label}</Label>
      {visibleLabel === undefined ? null : (
        <span className={css.label} aria-hidden>
          {visibleLabel}
        </span>
      )}
      <Button ref={trigger} className={`${css.input} ${css.trigger}`}>
        <SelectValue className={css.value} />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <FieldMessage error={error} hint={hint} />
      <Popover className={css.popover} offset={4} maxHeight={380}>
        <SearchedList words={options.length >= searchedFrom ? search : undefined}>
          {(empty) => {
            const isLong = options.length >= inSightFrom;
            const list = (
              <ListBox className={css.list} data-long={isLong || undefined} items={options} renderEmptyState={empty}>
                {({ id, name, isDisabled = false, isMarked }) => (
                  <ListBoxItem
                    id={id}
                    textValue={name}
                    isDisabled={isDisabled}
                    className={css.option}
                    data-marked={isMarked}
                  >
                    {name}
                  </ListBoxItem>
                )}
              </ListBox>
            );
            return isLong ? (
              <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: optionHeight, padding: 4 }}>
                {list}
              </Virtualizer>
            ) : (
              list
            );
          }}
        </SearchedList>
      </Popover>
    </AriaSelect>
  );
}

/** A question that came while the list closed gives the focus back to an option that is no more: the button takes it. */
function takeLostFocus(button: HTMLElement | null): void {
  const take = () => {
    if (document.activeElement === null || document.activeElement === document.body) button?.focus();
  };
  // The dialog of the question gives the focus back in a frame of its own.
  requestAnimationFrame(() => requestAnimationFrame(take));
}
