import { useState } from "react";
import { filterTag, filterTagRules } from "../../../../domain/event-review/review-tags.ts";
import { firstFailure } from "../../../../domain/people/rules.ts";
import { reviewLimits } from "../../../../protocol/annotation-reviews.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { Chips } from "../../../../ui/lists/Chips.tsx";
import { applyTo } from "../../configure/apply-to.ts";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import css from "./EventReview.module.css";
import type { EventReviewWindow } from "./event-window.ts";
import { words } from "./words.ts";

const { config } = words;
const isSame = (one: readonly string[], other: readonly string[]) => one.join("\n") === other.join("\n");

/** 'Configure Event Review' (spec 2.9, 2.18): which annotations are events. */
export function ConfigureEventReview({
  window,
  saving,
  onClose,
}: {
  window: EventReviewWindow;
  saving: WindowSaving;
  onClose: () => void;
}) {
  const [before] = useState(() => ({ include: window.props.includeTags, exclude: window.props.excludeTags }));
  const [include, setInclude] = useState(before.include);
  const [exclude, setExclude] = useState(before.exclude);
  return (
    <ConfigureDialog
      title={words.configure}
      isChanged={!isSame(include, before.include) || !isSame(exclude, before.exclude)}
      saving={saving}
      onApply={() => applyTo(window, () => window.setTags(include, exclude))}
      onClose={onClose}
    >
      <div className={css.config}>
        <Select
          label={config.type}
          options={[{ id: "EEG", name: config.eeg }]}
          selected="EEG"
          placeholder={config.eeg}
          onChoose={() => {}}
        />
        <TagList name={config.include} tags={include} onChange={setInclude} />
        <TagList name={config.exclude} tags={exclude} onChange={setExclude} />
      </div>
    </ConfigureDialog>
  );
}

interface TagListProps {
  name: string;
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

function TagList({ name, tags, onChange }: TagListProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const add = () => {
    const wrong = firstFailure(filterTagRules, { tag: typed, tags });
    setProblem(wrong);
    if (wrong !== undefined) return;
    onChange([...tags, filterTag(typed)]);
    setTyped("");
  };
  return (
    <section aria-label={name} className={css.tagList}>
      <h3>{name}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          add();
        }}
      >
        <TextInput
          label={config.enter}
          isLabelHidden
          placeholder={config.enter}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setProblem(undefined);
          }}
          maxLength={reviewLimits.filterTag}
          error={problem}
        />
        <Button type="submit" isDisabled={filterTag(typed) === ""} aria-label={config.addTo(name)}>
          {config.add}
        </Button>
        <Button isDisabled={tags.length === 0} aria-label={config.clearOf(name)} onPress={() => onChange([])}>
          {config.clear}
        </Button>
      </form>
      {tags.length === 0 ? (
        <p className={css.said}>{config.empty}</p>
      ) : (
        <div className={css.tagArea}>
          <Chips
            label={name}
            items={tags}
            removeLabel={config.remove}
            onRemove={(tag) => onChange(tags.filter((one) => one !== tag))}
          />
        </div>
      )}
    </section>
  );
}
