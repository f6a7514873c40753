import { memo, useState } from "react";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { Pager } from "../../../../ui/table/Pager.tsx";
import type { SessionView } from "../types.ts";
import css from "./Sessions.module.css";
import { pageOf, rowsPerPage, tableWords } from "./session-lists.ts";

const words = annotationSessionText.setup;

export interface OtherSessionsProps {
  others: readonly SessionView[];
  ticked: ReadonlySet<number>;
  onTick: (id: number, isOn: boolean) => void;
}

/** 'Load annotations from other sessions' (spec 2.19), in pages: no letter of the name beside it draws a thousand boxes again. */
export const OtherSessions = memo(function OtherSessions({ others, ticked, onTick }: OtherSessionsProps) {
  const [asked, setAsked] = useState(1);
  const { first, end, page } = pageOf(others, asked);
  return (
    <div>
      <fieldset className={css.others}>
        <legend>{words.others}</legend>
        {others.length === 0 ? <p className={css.muted}>{words.noOthers}</p> : null}
        {others.slice(first, end).map(({ id, name, count }) => (
          <Checkbox key={id} isSelected={ticked.has(id)} onChange={(isOn) => onTick(id, isOn)}>
            {words.other(name, count)}
          </Checkbox>
        ))}
      </fieldset>
      <Pager
        of={words.others}
        words={tableWords}
        page={page}
        total={others.length}
        rowsPerPage={rowsPerPage}
        onPage={setAsked}
      />
    </div>
  );
});
