import { UploadHost } from "./queue/index.ts";
import { UploadWizard } from "./wizard/UploadWizard.tsx";

/** What uploads have in the frame of every page: the wizard once it is opened, the queue's panel and dialogs. */
export function Uploads() {
  return (
    <>
      <UploadWizard />
      <UploadHost />
    </>
  );
}
