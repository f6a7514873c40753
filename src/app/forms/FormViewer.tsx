import { ChevronRight } from "lucide-react";
import { Button, Disclosure, DisclosureGroup, DisclosurePanel, Heading } from "react-aria-components";
import { dateAndMinute } from "../../domain/time/clock.ts";
import type { SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { useHours } from "../documents/index.ts";
import css from "./Forms.module.css";
import { shownSections } from "./shown-sections.ts";

const words = formsText.viewer;

/** A form as it was submitted, to be read only: an accordion of its sections (spec 000 section 2). */
export function FormViewer({ form, zone }: { form: SubmittedForm; zone: string }) {
  const sections = shownSections(form);
  const hours = useHours();
  return (
    <>
      <p className={css.filled}>{words.filled(dateAndMinute(form.dateFilled, zone, hours), zone)}</p>
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
