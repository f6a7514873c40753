import { useQuery } from "@tanstack/react-query";
import { Check, Search, UserPlus } from "lucide-react";
import { useState } from "react";
import { ListBox, ListBoxItem, ListLayout, Text, Virtualizer } from "react-aria-components";
import { getProjectPatientsBySite } from "../../../../protocol/patients.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import options from "../../../../ui/fields/OptionList.module.css";
import { Face } from "../../../../ui/notices/Face.tsx";
import { Failed } from "../../../shell/index.ts";
import { chooseExisting, choosePatientMode } from "../place/place.ts";
import { useWizard } from "../use-wizard.ts";
import css from "./Patient.module.css";
import { callPatiently } from "./patient-call.ts";

const { patient: words } = uploadText;
const rowHeight = 32;

/** The patients of the project at the site, with a search. Only the rows in sight are in the document. */
export function ExistingPatient() {
  const { site, project, patientPrimaryKey } = useWizard();
  const [search, setSearch] = useState("");
  const place = { project_id: project?.primaryKey ?? 0, site_id: site?.primaryKey ?? 0 };
  const { data, error, refetch } = useQuery({
    queryKey: ["patients", "of place", place],
    queryFn: ({ signal }) => callPatiently(getProjectPatientsBySite, place, signal),
    staleTime: 0,
  });
  if (data === undefined)
    return error === null ? (
      <p className={css.waits} role="status">
        {words.loading}
      </p>
    ) : (
      <Failed error={error} onTryAgain={refetch} />
    );
  if (data.data.length === 0)
    return (
      <Face icon={UserPlus} title={words.noneAtAll}>
        <Button onPress={() => void choosePatientMode(true)}>{words.newInstead}</Button>
      </Face>
    );
  const wanted = search.trim().toLowerCase();
  const found = data.data.filter(({ patient_id }) => patient_id.toLowerCase().includes(wanted));
  return (
    <div className={`${options.box} ${css.picker}`}>
      <span className={options.search}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          maxLength={256}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </span>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
        <ListBox
          aria-label={words.pick}
          className={`${options.list} ${css.list}`}
          items={found}
          selectionMode="single"
          disallowEmptySelection
          escapeKeyBehavior="none"
          selectedKeys={patientPrimaryKey === null ? [] : [patientPrimaryKey]}
          onSelectionChange={(keys) => {
            const patient = data.data.find(({ patient_key }) => keys !== "all" && keys.has(patient_key));
            if (patient !== undefined) void chooseExisting(patient.patient_key, patient.patient_id);
          }}
          renderEmptyState={() => <p className={options.empty}>{words.none}</p>}
        >
          {({ patient_key, patient_id }) => (
            <ListBoxItem id={patient_key} textValue={patient_id} className={`${options.item} ${css.item}`}>
              {({ isSelected }) => (
                <>
                  <Text slot="label" className={options.name}>
                    {patient_id}
                  </Text>
                  {isSelected ? <Check size={14} strokeWidth={3} aria-hidden /> : null}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </div>
  );
}
