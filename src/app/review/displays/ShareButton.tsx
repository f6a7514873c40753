import { Link2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { sharedViewText } from "../../../protocol/text/shared-view-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { PopoverButton } from "../../../ui/buttons/PopoverButton.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { reasonOnce } from "../../session/index.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import css from "./Displays.module.css";
import type { DisplayStore } from "./display-store.ts";
import { OwnLinks } from "./OwnLinks.tsx";
import { copyText, type SharedLink, shareView } from "./share-view.ts";

export interface ShareButtonProps {
  store: DisplayStore;
  workspace: ReviewWorkspace;
}

/** Makes a link to what is on the screen and copies it. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <PopoverButton
      label={sharedViewText.hint}
      tone="quiet"
      placement="bottom end"
      content={() => <LinkPanel {...props} />}
    >
      <Link2 size={15} aria-hidden />
      <span className={css.share}>{sharedViewText.button}</span>
    </PopoverButton>
  );
}

type Made = { readonly link: SharedLink; readonly isCopied: boolean } | { readonly failure: string };

/** Opened, it makes a link; what cannot be copied is shown to be copied by hand. */
function LinkPanel({ store, workspace }: ShareButtonProps) {
  const [made, setMade] = useState<Made | null>(null);
  const isBegun = useRef(false);
  const make = async () => {
    setMade(null);
    try {
      const link = await shareView(workspace, store);
      setMade({ link, isCopied: await copyText(link.address) });
    } catch (error) {
      setMade({ failure: reasonOnce(error) });
    }
  };
  useEffect(() => {
    if (!isBegun.current) void make();
    isBegun.current = true;
  });
  return (
    <div className={css.link}>
      <h3 className={css.section}>{sharedViewText.title}</h3>
      {made !== null && "failure" in made ? (
        <>
          <p role="alert" className={css.linkFailed}>
            {made.failure}
          </p>
          <Button size="small" autoFocus onPress={() => void make()}>
            {sharedViewText.tryAgain}
          </Button>
        </>
      ) : (
        <>
          <p role="status">
            {made === null ? sharedViewText.wait : made.isCopied ? sharedViewText.copied : sharedViewText.byHand}
          </p>
          {made === null ? null : <LinkMade {...made} onCopy={(isCopied) => setMade({ ...made, isCopied })} />}
        </>
      )}
      {made === null ? null : <OwnLinks recordingId={workspace.recording.data_object_id} />}
    </div>
  );
}

const nothing = () => {};

function LinkMade({ link, onCopy }: { link: SharedLink; onCopy: (isCopied: boolean) => void }) {
  const until = new Date(link.expiresAtMs).toLocaleDateString("en-US", { dateStyle: "long" });
  return (
    <>
      <div
        onFocusCapture={({ target }) => {
          if (target instanceof HTMLInputElement) target.select();
        }}
      >
        <TextInput
          label={sharedViewText.title}
          isLabelHidden
          value={link.address}
          onChange={nothing}
          isReadOnly
          autoFocus
        />
      </div>
      <p className={css.linkAbout}>{sharedViewText.about(until)}</p>
      <Button size="small" onPress={async () => onCopy(await copyText(link.address))}>
        {sharedViewText.copyAgain}
      </Button>
    </>
  );
}
