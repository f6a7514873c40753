import { Pencil } from "lucide-react";
import { memo } from "react";
import { Focusable } from "react-aria-components";
import { mentionsAnnotation } from "../../../domain/shortcuts/actions.ts";
import { type ShortcutConfig, shortcutSections, type Triggers, triggerTypes } from "../../../protocol/shortcuts.ts";
import { keyWords, shortcutText as words } from "../../../protocol/text/shortcut-text.ts";
import { IconButton } from "../../../ui/buttons/IconButton.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { WithTooltip } from "../../../ui/notices/WithTooltip.tsx";
import { titleOf } from "./commands.ts";
import { KeyCaps } from "./KeyCaps.tsx";
import { KeyChips } from "./KeyChips.tsx";
import css from "./Shortcuts.module.css";
import type { CustomConfig } from "./shortcut-draft.ts";

export interface GeneralListProps {
  configs: readonly ShortcutConfig[];
  mayAnnotate: boolean;
  onChange: (id: string, triggers: Triggers) => void;
}

/** Actions with their keys, by section; a section without any is not shown. */
export function GeneralList({ configs, mayAnnotate, onChange }: GeneralListProps) {
  return shortcutSections.map((section) => {
    const own = configs.filter((config) => config.tab === "General" && config.section === section);
    return own.length === 0 ? null : (
      <section key={section} aria-label={section}>
        <h3 className={css.section}>{section}</h3>
        {own.map((config) => (
          <GeneralRow
            key={config.id}
            config={config}
            configs={configs}
            isDimmed={!mayAnnotate && mentionsAnnotation(titleOf(config))}
            onChange={onChange}
          />
        ))}
      </section>
    );
  });
}

interface GeneralRowProps extends Pick<GeneralListProps, "configs" | "onChange"> {
  config: ShortcutConfig;
  isDimmed: boolean;
}

function GeneralRow({ config, configs, isDimmed, onChange }: GeneralRowProps) {
  const title = titleOf(config);
  return (
    <div className={css.row} data-dimmed={isDimmed || undefined}>
      <RowTitle title={title} isDimmed={isDimmed} />
      {config.editable ? (
        <KeyChips
          title={title}
          own={config}
          configs={configs}
          isDisabled={isDimmed}
          onChange={(triggers) => onChange(config.id, triggers)}
        />
      ) : (
        <span className={css.fixed} title={words.fixed}>
          <span className="visually-hidden">
            {config.triggers
              .filter((key) => key !== null)
              .map(keyWords)
              .join(", ")}
          </span>
          {/* Under each other's keys, as those of the rows that can be changed. */}
          {triggerTypes.map((type, slot) => (
            <span key={type} aria-hidden className={css.fixedKey}>
              <KeyCaps triggers={[config.triggers[slot]]} />
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

export interface CustomRowProps {
  config: CustomConfig;
  configs: readonly ShortcutConfig[];
  isSelected: boolean;
  isDimmed: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
  onEdit: (config: CustomConfig) => void;
  onChange: (id: string, triggers: Triggers) => void;
}

/** A custom annotation shortcut: ticked to be deleted, its colour, its keys, the way to edit it. */
export const CustomRow = memo(function CustomRow(props: CustomRowProps) {
  const { config, configs, isSelected, isDimmed, onSelect, onEdit, onChange } = props;
  const { annotation_text: title, color, opacity } = config.data;
  return (
    <div className={css.row} data-dimmed={isDimmed || undefined}>
      <Checkbox isSelected={isSelected} isDisabled={isDimmed} onChange={(isOn) => onSelect(config.id, isOn)}>
        <span className="visually-hidden">{words.select(title)}</span>
      </Checkbox>
      <span className={css.swatch} aria-hidden>
        <span style={{ background: color, opacity }} />
      </span>
      <RowTitle title={title} isDimmed={isDimmed} />
      <KeyChips
        title={title}
        own={config}
        configs={configs}
        isDisabled={isDimmed}
        onChange={(triggers) => onChange(config.id, triggers)}
      />
      <IconButton icon={Pencil} label={words.edit(title)} isDisabled={isDimmed} onPress={() => onEdit(config)} />
    </div>
  );
});

/** What a row is called; one that needs a permission that is not there says so where the pointer or the focus rests. */
function RowTitle({ title, isDimmed }: { title: string; isDimmed: boolean }) {
  if (!isDimmed)
    return (
      <span className={css.rowTitle} title={title}>
        {title}
      </span>
    );
  return (
    <WithTooltip hint={words.noPermission}>
      <Focusable>
        <button type="button" aria-disabled className={`${css.rowTitle} ${css.refused}`}>
          {title}
        </button>
      </Focusable>
    </WithTooltip>
  );
}
