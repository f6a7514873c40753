import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { ListBox, ListBoxItem } from "react-aria-components";
import { useSnapshot } from "valtio";
import type { MontageSection } from "../../../../domain/montage/standard-montages.ts";
import { text } from "../../../../protocol/text/text.ts";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import { setMontage } from "./props.ts";

const sections: readonly MontageSection[] = ["Standard", "Recording"];

/** The montage picker (spec 2.23): sections on the left, their montages on the right. */
export function MontagePicker({ focusPlot }: { focusPlot: () => void }) {
  const { props, library } = useEegWindow();
  const { montage: montageId } = useSnapshot(props);
  const current = library.montages.find(({ id }) => id === montageId);
  const words = text.window;
  const name = current?.name ?? words.montagePlaceholder;
  return (
    <PopoverButton
      label={`${words.montage}: ${name}`}
      content={(close) => (
        <Sections
          currentId={montageId}
          currentSection={current?.type ?? "Standard"}
          onChoose={(id) => {
            setMontage(props, id);
            close();
            focusPlot();
          }}
        />
      )}
    >
      <span className={css.montageName}>{name}</span>
      <ChevronDown size={14} aria-hidden />
    </PopoverButton>
  );
}

interface SectionsProps {
  currentId: number;
  currentSection: MontageSection;
  onChoose: (id: number) => void;
}

function Sections({ currentId, currentSection, onChoose }: SectionsProps) {
  const { library } = useEegWindow();
  const [section, setSection] = useState<MontageSection>(currentSection);
  const words = text.window;
  return (
    <div className={css.picker}>
      <div>
        <h3>{words.montageAccess}</h3>
        <ListBox
          aria-label={words.montageAccess}
          className={css.list}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[section]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) setSection(key as MontageSection);
          }}
        >
          {sections.map((name) => (
            <ListBoxItem key={name} id={name} textValue={name} className={css.option}>
              {name}
              {name === currentSection ? (
                <>
                  <span className={css.dot} aria-hidden />
                  <span className="visually-hidden">{words.montageCurrent}</span>
                </>
              ) : null}
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
      <div>
        <h3>{words.montageList}</h3>
        <ListBox
          aria-label={words.montageList}
          className={css.list}
          selectionMode="single"
          selectedKeys={[currentId]}
          disallowEmptySelection
          autoFocus
          renderEmptyState={() => <p className={css.none}>{words.montageNone}</p>}
          onAction={(key) => onChoose(Number(key))}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) onChoose(Number(key));
          }}
        >
          {library.montages
            .filter(({ type }) => type === section)
            .map(({ id, name }) => (
              <ListBoxItem key={id} id={id} textValue={name} className={css.option}>
                {({ isSelected }) => (
                  <>
                    {name}
                    {isSelected ? <Check size={15} aria-hidden style={{ marginInlineStart: "auto" }} /> : null}
                  </>
                )}
              </ListBoxItem>
            ))}
        </ListBox>
      </div>
    </div>
  );
}
