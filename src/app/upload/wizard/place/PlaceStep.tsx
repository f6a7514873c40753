import { text } from "../../../../protocol/text/text.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../../protocol/uploads.ts";
import { Select } from "../../../../ui/fields/Select.tsx";
import { useWizard } from "../use-wizard.ts";
import css from "../Wizard.module.css";
import { chooseProject, chooseSite } from "./place.ts";

const { place: words } = uploadText;

const optionsOf = (all: UploadSettings["sites"]) =>
  all.map(({ id, identifier, name }) => ({ id: String(id), name: words.option(name, identifier) }));

/** Where the data belongs: one of the user's sites and one of the user's projects. */
export function PlaceStep({ settings }: { settings: UploadSettings }) {
  const { site, project } = useWizard();
  return (
    <div className={css.pair} data-marks-required>
      <p className={css.marks}>{text.marks}</p>
      <Select
        label={words.site}
        search={text.search(words.site)}
        options={optionsOf(settings.sites)}
        selected={site === null ? null : String(site.primaryKey)}
        onChoose={(id) => chooseSite(Number(id))}
        placeholder={words.choose}
        isRequired
      />
      <Select
        label={words.project}
        search={text.search(words.project)}
        options={optionsOf(settings.projects)}
        selected={project === null ? null : String(project.primaryKey)}
        onChoose={(id) => chooseProject(Number(id))}
        placeholder={words.choose}
        isRequired
      />
    </div>
  );
}
