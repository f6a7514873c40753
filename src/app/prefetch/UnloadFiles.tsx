import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fileSize } from "../../domain/files/file-size.ts";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../ui/buttons/RefusedButton.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { toast } from "../../ui/notices/toasts.ts";
import { reasonOnce, useHolds } from "../session/index.ts";
import { sizeOf } from "./selection.ts";
import { unloadFiles } from "./unload.ts";

const words = prefetchText.dialog;

/**
 * 'Unload': releases the space of files after asking. A refusal is said in the question and in a toast, and the choice
 * stays (spec 000 section 8).
 */
export function UnloadFiles({ files, onUnloaded }: { files: readonly PrefetchDirectory[]; onUnloaded: () => void }) {
  const queries = useQueryClient();
  const mayUnload = useHolds("visualize_data");
  const [isAsking, setAsking] = useState(false);
  if (!mayUnload)
    return (
      <RefusedButton tone="primary" hint={accountText.refused.noPermission}>
        {words.unload}
      </RefusedButton>
    );
  const unload = async () => {
    try {
      await unloadFiles(
        queries,
        files.map(({ data_object_id }) => data_object_id),
      );
    } catch (error) {
      const reason = reasonOnce(error);
      toast.error(reason);
      throw new Error(reason);
    }
    setAsking(false);
    toast.success(words.unloaded);
    onUnloaded();
  };
  return (
    <>
      <Button tone="primary" isDisabled={files.length === 0} onPress={() => setAsking(true)}>
        {words.unload}
      </Button>
      {/* Once everything that was picked came into use meanwhile, nothing is left to ask about. */}
      {isAsking && files.length > 0 ? (
        <ConfirmDialog
          title={words.ask(files.length)}
          confirmLabel={words.unload}
          cancelLabel={words.keep}
          tone="primary"
          isOpen
          onConfirm={unload}
          onCancel={() => setAsking(false)}
        >
          {words.askText(fileSize(sizeOf(files)))}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
