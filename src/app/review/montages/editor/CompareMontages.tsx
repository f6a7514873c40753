import { pairOf } from "../../../../domain/montage/own-montage.ts";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import css from "./CompareMontages.module.css";
import type { Draft } from "./use-montage-draft.ts";

const words = montageText.editor;

/** Two versions of a montage beside each other: their names, and their channels from the top. */
export function CompareMontages({ mine, theirs }: { mine: Draft; theirs: Draft }) {
  return (
    <div className={css.both}>
      <Version title={words.yours} montage={mine} other={theirs} />
      <Version title={words.others} montage={theirs} other={mine} />
    </div>
  );
}

function Version({ title, montage, other }: { title: string; montage: Draft; other: Draft }) {
  const { name, channels } = montage;
  const marked = (said: string, isSame: boolean) => (isSame ? said : words.differs(said));
  return (
    <section aria-label={title} className={css.version}>
      <h3>{title}</h3>
      <p>{marked(name, name.trim() === other.name.trim())}</p>
      {channels.length === 0 ? <p>{words.none}</p> : null}
      <ol>
        {channels.map((channel, k) => (
          <li key={pairOf(channel)}>{marked(saidOf(channel), saidOf(channel) === saidOf(other.channels[k]))}</li>
        ))}
      </ol>
    </section>
  );
}

function saidOf(channel: Draft["channels"][number] | undefined): string {
  if (channel === undefined) return "";
  const { first, second, alias = "" } = channel;
  const pair = words.pair(first, second);
  return alias.trim() === "" ? pair : words.aliased(pair, alias.trim());
}
