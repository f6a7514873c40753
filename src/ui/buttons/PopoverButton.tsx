import { type CSSProperties, type ReactNode, useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import buttonCss from "./Button.module.css";
import css from "./Menu.module.css";

export interface PopoverButtonProps {
  /** Accessible name of the button and of what it opens. */
  label: string;
  /** What the button shows. */
  children: ReactNode;
  tone?: "plain" | "quiet";
  /** Text of a tooltip, where the button may be too narrow to say everything. */
  hint?: string;
  /** In a bar without room it becomes so narrow that these letters of what it shows are left. */
  leastLetters?: number;
  /** Which edges are in line. */
  placement?: "bottom start" | "bottom end";
  /** Asked before Esc or a press outside closes it; `close` is not asked. */
  mayClose?: () => Promise<boolean>;
  /** Called when it closed for any reason. */
  onClosed?: () => void;
  content: (close: () => void) => ReactNode;
}

/** A button that opens a small panel beside it. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, children, tone = "plain", hint, leastLetters, placement = "bottom start" } = props;
  const { mayClose, onClosed, content } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClosed?.();
  };
  const change = async (next: boolean) => {
    if (next) setOpen(true);
    else if (mayClose === undefined || (await mayClose())) close();
  };
  const button = (
    <AriaButton
      aria-label={label}
      className={`${buttonCss.button} ${css.trigger}`}
      data-tone={tone}
      data-size="small"
      data-gives={leastLetters === undefined ? undefined : ""}
      style={leastLetters === undefined ? undefined : ({ "--letters": leastLetters } as CSSProperties)}
    >
      {children}
    </AriaButton>
  );
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={(next) => void change(next)}>
      {hint === undefined ? button : <WithTooltip hint={hint}>{button}</WithTooltip>}
      <Popover className={css.popover} placement={placement} offset={4}>
        <Dialog aria-label={label}>{content(close)}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}
