import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { addTag, isTagsTooMany, tidyTag } from "../../../../domain/annotations/draft-rules.ts";
import { annotationLimits as limits } from "../../../../protocol/annotations.ts";
import { annotationEditText as words } from "../../../../protocol/text/annotation-edit-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import { Chips } from "../../../../ui/lists/Chips.tsx";
import css from "./Edit.module.css";

export interface TagsFieldProps {
  tags: readonly string[];
  isReadOnly?: boolean;
  onChange: (tags: readonly string[]) => void;
}

/** Tags, each added by Enter; what is wrong with one is said under the field. */
export function TagsField({ tags, isReadOnly = false, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const added = addTag(tags, typed);
    setProblem(added.problem);
    if (added.problem !== null) return;
    onChange(added.tags);
    setTyped("");
  };
  const isLong = tidyTag(typed).length > limits.tag;
  return (
    <div className={css.tags}>
      <div className={css.tagRow}>
        <TextInput
          label={words.tags}
          placeholder={words.tagsPlaceholder}
          value={typed}
          isReadOnly={isReadOnly}
          maxLength={limits.tag * 4}
          error={problem ?? (isLong ? words.tagLimit : undefined)}
          onChange={(next) => {
            setTyped(next);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button isDisabled={isReadOnly || typed.trim() === ""} onPress={add}>
          {words.addTag}
        </Button>
      </div>
      {tags.length === 0 ? null : (
        <div className={css.tagList}>
          <Chips
            label={words.tags}
            items={tags}
            {...(isReadOnly ? {} : { onRemove: (tag: string) => onChange(tags.filter((each) => each !== tag)) })}
            removeLabel={words.removeTag}
          />
        </div>
      )}
      <p className={css.count} data-wrong={isTagsTooMany(tags) || undefined} role="status">
        {isTagsTooMany(tags) ? <CircleAlert size={14} aria-hidden /> : null}
        {words.countOfTags(tags.length)}
      </p>
    </div>
  );
}
