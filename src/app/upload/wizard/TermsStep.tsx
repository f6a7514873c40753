import { uploadText } from "../../../protocol/text/upload-text.ts";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { wizard } from "./state.ts";
import { useWizard } from "./use-wizard.ts";
import css from "./Wizard.module.css";

const { terms: words } = uploadText;

/** The terms with the agreement to remove PHI and PII (spec 000 sections 1 and 2). */
export function TermsStep() {
  const { isTermsChecked, isRemovePhiChecked } = useWizard();
  return (
    <>
      <div className={css.text}>
        <p className={css.lead}>{words.lead}</p>
        <ul>
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p>{words.mail}</p>
      </div>
      <div className={css.agree}>
        <Checkbox
          isSelected={isTermsChecked}
          onChange={(isOn) => {
            wizard.isTermsChecked = isOn;
          }}
        >
          {words.accept}
        </Checkbox>
        <Checkbox
          isSelected={isRemovePhiChecked}
          onChange={(isOn) => {
            wizard.isRemovePhiChecked = isOn;
          }}
        >
          {words.removed}
        </Checkbox>
      </div>
    </>
  );
}
