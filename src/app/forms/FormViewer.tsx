import { ChevronRight, TriangleAlert } from "lucide-react";
import { Button, Disclosure, DisclosureGroup, DisclosurePanel, Heading } from "react-aria-components";
import { dateAndMinute } from "../../domain/time/clock.ts";
import type { SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { useHours } from "../documents/index.ts";
import css from "./Forms.module.css";
import { shownSections } from "./shown-sections.ts";

const { versions, viewer: words } = formsText;

export interface FormViewerProps {
  form: SubmittedForm;
  zone: string;
  /** Who sent it; null: nobody knows. */
  email: string | null;
  /** When the form was filled in that it corrects, and the one that corrects it; null: there is none. */
  corrects: string | null;
  correctedAt: string | null;
  /** Why it corrects the other one, and why it is corrected itself; null: nobody said. */
  reason: string | null;
  correctedFor: string | null;
}

/** A form as it was submitted, to be read only: an accordion of its sections (spec 000 section 2). */
export function FormViewer({ form, zone, email, corrects, correctedAt, reason, correctedFor }: FormViewerProps) {
  const sections = shownSections(form);
  const hours = useHours();
  return (
    <>
      {correctedAt === null ? null : (
        <p className={css.replaced}>
          <TriangleAlert size={16} aria-hidden />
          <span className={css.why}>
            {versions.replacedBy(correctedAt)}
            {correctedFor === null ? null : ` ${versions.reason(correctedFor)}`}
          </span>
        </p>
      )}
      <p className={css.filled}>
        {words.filled(dateAndMinute(form.dateFilled, zone, hours), zone)}
        {email === null ? null : ` ${words.by(email)}`}
        {corrects === null ? null : `. ${versions.correctsThat(corrects)}`}
      </p>
      {reason === null ? null : <p className={`${css.filled} ${css.why}`}>{versions.reason(reason)}</p>}
      <DisclosureGroup
        allowsMultipleExpanded
        defaultExpandedKeys={sections.map(({ name }) => name)}
        className={css.accordion}
      >
        {sections.map(({ name, total, answers }) => (
          <Disclosure key={name} id={name} className={css.disclosure}>
            <Heading level={3}>
              <Button slot="trigger" className={css.trigger}>
                <ChevronRight size={16} aria-hidden />
                {name}
                {total === null ? null : <span className={css.total}>{words.total(total)}</span>}
              </Button>
            </Heading>
            <DisclosurePanel>
              <dl className={css.answers}>
                {answers.map(({ prompt, answer }) => (
                  <div key={prompt}>
                    <dt>{prompt}</dt>
                    <dd data-none={answer === null || undefined}>{answer ?? words.notAnswered}</dd>
                  </div>
                ))}
              </dl>
            </DisclosurePanel>
          </Disclosure>
        ))}
      </DisclosureGroup>
    </>
  );
}
