import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { unsentText as words } from "../../protocol/text/unsent-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { PopoverButton } from "../../ui/buttons/PopoverButton.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { recordingQuery } from "../recordings/index.ts";
import type { LeftFile } from "./send-left.ts";
import css from "./UnsentChanges.module.css";
import { discardUnsent, exportUnsent, unsent } from "./unsent.ts";

/** Says what waits in this browser of recordings that no page has open, and what can be done with it; nothing where nothing waits. */
export function UnsentChanges() {
  const { files } = useSnapshot(unsent);
  const [discarded, setDiscarded] = useState<(LeftFile & { readonly name: string }) | null>(null);
  const count = files.reduce((sum, file) => sum + file.count, 0);
  return (
    <span role="status">
      {count === 0 ? null : (
        <PopoverButton
          label={words.chip(count)}
          placement="bottom end"
          content={(close) => (
            <div className={css.panel}>
              <h2>{words.title}</h2>
              <ul className={css.files}>
                {files.map((file) => (
                  <UnsentFile
                    key={file.dataObjectId}
                    file={file}
                    onOpened={close}
                    onDiscard={(name) => {
                      close();
                      setDiscarded({ ...file, name });
                    }}
                  />
                ))}
              </ul>
            </div>
          )}
        >
          <CloudOff size={15} aria-hidden />
          {words.chip(count)}
        </PopoverButton>
      )}
      <ConfirmDialog
        title={words.discarding.title}
        confirmLabel={words.discarding.confirm}
        cancelLabel={words.discarding.cancel}
        isOpen={discarded !== null}
        onConfirm={async () => {
          if (discarded !== null) await discardUnsent(discarded.dataObjectId);
          setDiscarded(null);
        }}
        onCancel={() => setDiscarded(null)}
      >
        {discarded === null ? null : words.discarding.body(discarded.count, discarded.name)}
      </ConfirmDialog>
    </span>
  );
}

interface UnsentFileProps {
  file: LeftFile;
  onOpened: () => void;
  onDiscard: (name: string) => void;
}

function UnsentFile({ file: { dataObjectId, count, reason }, onOpened, onDiscard }: UnsentFileProps) {
  const { data } = useQuery(recordingQuery(dataObjectId));
  // Its name may not be for this reader any more.
  const name = data?.obj_name ?? words.file(dataObjectId);
  return (
    <li>
      <p>{words.of(count, name)}</p>
      <p className={css.reason}>{reason ?? words.away}</p>
      <div className={css.buttons}>
        <Link to="/review/$dataObjectId" params={{ dataObjectId: String(dataObjectId) }} onClick={onOpened}>
          {words.open}
        </Link>
        <Button
          size="small"
          onPress={async () =>
            saveFile(words.fileName(dataObjectId), [await exportUnsent(dataObjectId)], "application/json")
          }
        >
          {words.export}
        </Button>
        <Button size="small" onPress={() => onDiscard(name)}>
          {words.discard}
        </Button>
      </div>
    </li>
  );
}
