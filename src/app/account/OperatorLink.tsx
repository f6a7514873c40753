import { useState } from "react";
import { Button } from "react-aria-components";
import { accountText } from "../../protocol/text/account-text.ts";
import linkCss from "../../ui/buttons/Link.module.css";
import { AlertDialog } from "../../ui/dialogs/AlertDialog.tsx";

export interface OperatorLinkProps {
  name: string;
  /** null: the operator has published none. */
  url: string | null | undefined;
  /** What is said then. */
  absent: string;
}

/** A page of the operator's, in a new tab; without one, says so. */
export function OperatorLink({ name, url, absent }: OperatorLinkProps) {
  const [isOpen, setOpen] = useState(false);
  if (url)
    return (
      <a className={linkCss.link} href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    );
  return (
    <>
      <Button className={linkCss.link} onPress={() => setOpen(true)}>
        {name}
      </Button>
      <AlertDialog
        title={name}
        text={absent}
        closeLabel={accountText.screen.close}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
