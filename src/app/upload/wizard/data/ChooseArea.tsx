import { Files as FilesIcon, FolderOpen, FolderUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadKind } from "../../../../protocol/uploads.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import css from "./Data.module.css";
import { addFiles } from "./rows.ts";

const { data: words } = uploadText;

/** Extensions that the file picker shows first; what is in a file is looked at, too. */
const accepted = { medications: [".csv", ".xlsx", ".xls"], edf: [".edf", ".bdf"] };

export interface ChooseAreaProps {
  kind: UploadKind;
  /** Something is being dragged over the step. */
  isOver: boolean;
}

/** Where directories and files are dropped, and the buttons that choose them. */
export function ChooseArea({ kind, isOver }: ChooseAreaProps) {
  const isDirectory = kind === "cns" || kind === "natus";
  return (
    <div className={css.area} data-over={isOver || undefined}>
      <FolderUp size={20} aria-hidden />
      <div className={css.words}>
        <p>{words.drop[kind]}</p>
        <p className={css.hint}>{words.mixed}</p>
      </div>
      {isDirectory ? null : (
        <FileTrigger allowsMultiple acceptedFileTypes={accepted[kind]} onSelect={addFiles}>
          <Button>
            <FilesIcon size={15} aria-hidden />
            {words.chooseFiles}
          </Button>
        </FileTrigger>
      )}
      <FileTrigger acceptDirectory onSelect={addFiles}>
        <Button>
          <FolderOpen size={15} aria-hidden />
          {isDirectory ? words.chooseDirectory : words.chooseFolder}
        </Button>
      </FileTrigger>
    </div>
  );
}
