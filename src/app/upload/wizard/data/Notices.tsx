import { CircleAlert, Info } from "lucide-react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { useWizard } from "../use-wizard.ts";
import css from "./Data.module.css";

/** What became of the last selection besides its rows: names that were there already, what was left out. */
export function Notices() {
  const { notices } = useWizard();
  return (
    <div role="status" aria-label={uploadText.data.notices} className={css.notices}>
      {notices.map(({ id, name, text, tone }) => (
        <p key={id} className={css.notice} data-tone={tone}>
          {tone === "danger" ? <CircleAlert size={14} aria-hidden /> : <Info size={14} aria-hidden />}
          <span>
            {name === "" ? null : (
              <>
                <b>{name}</b>{" "}
              </>
            )}
            {text}
          </span>
        </p>
      ))}
    </div>
  );
}
