import { FileUp } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { annotationExchangeText } from "../../../../protocol/text/annotation-exchange-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import css from "./Exchange.module.css";

const words = annotationExchangeText.import;

export interface ChooseFileProps {
  /** One was chosen before. */
  isOther: boolean;
  onFile: (file: File) => void;
}

/** Where a file is chosen or dropped: one of them, whatever is dropped with it. */
export function ChooseFile({ isOther, onFile }: ChooseFileProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way besides the button in it
    <div
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) onFile(file);
      }}
    >
      <FileUp size={28} aria-hidden />
      <span className={css.ways}>
        <FileTrigger
          acceptedFileTypes={[".csv", ".tsv", ".txt", ".edf", ".bdf"]}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) onFile(file);
          }}
        >
          <Button tone="primary">{isOther ? words.chooseOther : words.choose}</Button>
        </FileTrigger>
        {words.drop}
      </span>
      <span className={css.muted}>{words.limits}</span>
    </div>
  );
}
