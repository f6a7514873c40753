import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { setAdmission } from "../../protocol/admission.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { call, reasonOnce, useHolds } from "../session/index.ts";
import css from "./Patient.module.css";
import { admissionQuery } from "./queries.ts";

const words = patientText.data.admitted;

/** Whether the patient is being recorded, and the way to say so where no recording grows (upload_data). */
export function AdmissionState({ patientKey }: { patientKey: number }) {
  const client = useQueryClient();
  const maySet = useHolds("upload_data");
  const query = admissionQuery(patientKey);
  const { data, error } = useQuery(query);
  const set = useMutation({
    mutationFn: (is_admitted: boolean) => call(setAdmission, { patient_id: patientKey, is_admitted }),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (data === undefined)
    return error === null ? null : (
      <span className={css.admission} role="status">
        {words.unknown}
      </span>
    );
  const said = data.is_recording ? words.recording : data.is_set ? words.yes : words.no;
  return (
    <span className={css.admission}>
      <span role="status">{set.error === null ? said : reasonOnce(set.error)}</span>
      {maySet && !data.is_recording ? (
        <Button size="small" isPending={set.isPending} onPress={() => set.mutate(!data.is_set)}>
          {set.isPending ? words.waiting : data.is_set ? words.unset : words.set}
        </Button>
      ) : null}
    </span>
  );
}
