import { Files as FilesIcon, FolderOpen, FolderUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { fileExtensions, isDirectoryKind } from "../../../../domain/files/upload-kinds.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { FileKind, UploadKind } from "../../../../protocol/uploads.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import css from "./Data.module.css";
import { addFiles } from "./rows.ts";

const { data: words } = uploadText;

/** Extensions that the file picker shows first; what is in a file is looked at, too. */
const acceptedOf = (kind: FileKind) => fileExtensions[kind].map((extension) => `.${extension}`);

export interface ChooseAreaProps {
  kind: UploadKind;
  /** Something is being dragged over the step. */
  isOver: boolean;
}

/** Where directories and files are dropped, and the buttons that choose them. */
export function ChooseArea({ kind, isOver }: ChooseAreaProps) {
  return (
    <div className={css.area} data-over={isOver || undefined}>
      <FolderUp size={20} aria-hidden />
      <div className={css.words}>
        <p>{words.drop[kind]}</p>
        <p className={css.hint}>{words.mixed}</p>
      </div>
      {isDirectoryKind(kind) ? null : (
        <FileTrigger allowsMultiple acceptedFileTypes={acceptedOf(kind)} onSelect={addFiles}>
          <Button>
            <FilesIcon size={15} aria-hidden />
            {words.chooseFiles}
          </Button>
        </FileTrigger>
      )}
      <FileTrigger acceptDirectory onSelect={addFiles}>
        <Button>
          <FolderOpen size={15} aria-hidden />
          {isDirectoryKind(kind) ? words.chooseDirectory : words.chooseFolder}
        </Button>
      </FileTrigger>
    </div>
  );
}
