import { type ReactNode, useId, useState } from "react";
import { Form } from "react-aria-components";
import { accountText } from "../../../protocol/text/account-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { mayDiscard, useLeaveGuard } from "../../shell/index.ts";
import { FormMessage } from "../FormMessage.tsx";
import css from "./AccountSettings.module.css";
import { accountDialogWidth } from "./AccountSettings.tsx";

const { screen, settings } = accountText;

export interface AccountFormProps {
  title: string;
  submitLabel: string;
  tone?: "primary" | "danger";
  note: string;
  /** First failing rule; the form cannot be submitted while there is one. */
  broken: string | undefined;
  /** False: `broken` is not shown. */
  isBrokenShown?: boolean;
  /** Nothing was typed yet. */
  isEmpty: boolean;
  isBusy: boolean;
  onSubmit: () => void;
  onBack: () => void;
  onClose: () => void;
  /** The fields; told whether passwords are shown. */
  children: (isShown: boolean) => ReactNode;
}

/** The frame of the three account forms: Back, fields, Show Password, first failing message, note, submit. */
export function AccountForm(props: AccountFormProps) {
  const { title, submitLabel, tone = "primary", note, broken, isBrokenShown = true, isEmpty, isBusy } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  useLeaveGuard(!isEmpty);
  /** The cross and Back; Esc closes none of these dialogs (spec 000 section 2). */
  const leave = async (go: () => void) => {
    if (await mayDiscard(!isEmpty)) go();
  };
  const isBlocked = broken !== undefined || isBusy;
  return (
    <Dialog
      title={title}
      closeLabel={screen.close}
      isOpen
      isSticky
      onClose={() => void leave(props.onClose)}
      back={{ label: screen.back, onPress: () => void leave(props.onBack) }}
      width={accountDialogWidth}
      footNote={note}
      actions={
        <Button type="submit" form={id} tone={tone} isDisabled={isBlocked}>
          {submitLabel}
        </Button>
      }
    >
      <Form
        id={id}
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked) props.onSubmit();
        }}
      >
        {props.children(isShown)}
        <Checkbox isSelected={isShown} onChange={setShown}>
          {settings.showPassword}
        </Checkbox>
        <FormMessage message={isBrokenShown ? broken : undefined} isHint={isEmpty} />
      </Form>
    </Dialog>
  );
}
