import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { emptyDraft, FormEntry } from "../../../forms/index.ts";
import { wizard } from "../state.ts";
import { useWizardNow } from "../use-wizard.ts";
import css from "./Data.module.css";

const { formEntry: words } = uploadText;

/** Form mode: the patient form instead of the data. `isOptional`: data can be uploaded without it. */
export function FormMode({ isOptional }: { isOptional: boolean }) {
  const { draft, isTried } = useWizardNow();
  return (
    <>
      {isOptional ? (
        <div className={css.sectionHead}>
          <p className={css.hint}>{words.empty}</p>
          {draft === null ? null : (
            <Button
              size="small"
              onPress={() => {
                wizard.draft = null;
                wizard.isTried = false;
              }}
            >
              {words.clear}
            </Button>
          )}
        </div>
      ) : null}
      <FormEntry
        draft={draft ?? emptyDraft()}
        onChange={(next) => {
          wizard.draft = next;
        }}
        showsErrors={isTried}
      />
    </>
  );
}
