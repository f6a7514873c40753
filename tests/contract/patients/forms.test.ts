/** Forms of patients: whose they are, and what they say about a stay. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patientForm, submittedForm } from "../../../src/domain/people/forms.ts";
import { getAllUsersActions } from "../../../src/protocol/admin.ts";
import {
  correctPatientForm,
  formText,
  getPatientForm,
  getPatientForms,
  type SubmittedForm,
} from "../../../src/protocol/forms.ts";
import { getPatient, getPatients } from "../../../src/protocol/patients.ts";
import { createUpload, finishUpload, startUpload, updateFormMd5 } from "../../../src/protocol/uploads.ts";
import { addProject, addSite, addToken, addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

let world: World;
let token: string;
let place: { project: number; site: number };
const filledMs = Date.UTC(2026, 5, 10, 12, 30, 15, 123);

/** A complete form; `over` are other answers. */
const formOf = (over: Record<string, string | null> = {}, at = filledMs): SubmittedForm => {
  const levels = Object.fromEntries(
    patientForm.questions.map(({ identifier, options }) => [identifier, options?.[0]?.id ?? null]),
  );
  return submittedForm(patientForm, { ...levels, admissionDate: "06/03/2026", ...over }, at);
};

async function addPatient(identifier: string, at = place, workspaceId = world.workspaceId): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, at.project, at.site, identifier],
  );
  return rows[0].id;
}

async function addForm(patientKey: number, form: SubmittedForm): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into patient_form (patient_key, form_name, document, filled_at)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000)) returning id`,
    [patientKey, form.formName, JSON.stringify(form), form.dateFilled],
  );
  return rows[0].id;
}

const ofNobody = { email: null, corrects: null, corrected_by: null, reason: null };

const refusal = async (route: typeof getPatientForm | typeof getPatientForms, body: unknown) => {
  const { status, text } = await world.call(route, body, { token });
  return { status, text };
};

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  place = { project: await addProject(pool, workspaceId), site: await addSite(pool, workspaceId) };
  const viewer = await world.person(["access_data_visualize", "access_data_upload_patient_subpage"], {
    projectIds: [place.project],
    siteIds: [place.site],
  });
  token = await addToken(pool, viewer);
}, 120_000);
afterAll(() => world?.close());

describe("forms of a patient", () => {
  it("are listed newest first and read as they were submitted", async () => {
    const patient_id = await addPatient("1042");
    expect(await world.answer(getPatientForms, { patient_id }, { token })).toEqual({ data: [] });
    const older = formOf({ dischargeDate: "06/09/2026" });
    const newer = formOf({ dischargeDate: "06/10/2026", headCTResult: "Unknown" }, filledMs + 86_400_000);
    const newerId = await addForm(patient_id, newer);
    const olderId = await addForm(patient_id, older);
    expect(await world.answer(getPatientForms, { patient_id }, { token })).toEqual({
      data: [
        { forms: "Patient form", filledTime: filledMs + 86_400_000, formID: newerId, ...ofNobody },
        { forms: "Patient form", filledTime: filledMs, formID: olderId, ...ofNobody },
      ],
    });
    expect(await world.answer(getPatientForm, { patient_id, form_id: olderId }, { token })).toEqual(older);
    expect(await world.answer(getPatientForm, { patient_id, form_id: newerId }, { token })).toEqual(newer);
    // By the name that the entry of the list has for it, too.
    expect(await world.answer(getPatientForm, { patient_id, formID: olderId }, { token })).toEqual(older);
    expect((await refusal(getPatientForm, { patient_id })).status).toBe(400);
  });

  it("tell the stay: the newest form, the first moment of its days in the patient's zone", async () => {
    const key = await addPatient("2000");
    const stay = async () => {
      const patient = await world.answer(getPatient, { patient_primary_key: key }, { token });
      const { data } = await world.answer(
        getPatients,
        { filters: [{ field: "id", operator: "equals", value: "2000" }] },
        { token },
      );
      expect(data).toEqual([patient]);
      return [patient.admission_time, patient.discharge_time];
    };
    expect(await stay()).toEqual([null, null]);
    await addForm(key, formOf());
    // New York, the default zone, is 4 h behind in summer and 5 h in winter.
    expect(await stay()).toEqual([Date.UTC(2026, 5, 3, 4), null]);
    await addForm(key, formOf({ admissionDate: "03/01/2026", dischargeDate: "06/08/2026" }, filledMs + 1));
    await addForm(key, formOf({ admissionDate: "05/01/2026" }, filledMs - 1));
    expect(await stay()).toEqual([Date.UTC(2026, 2, 1, 5), Date.UTC(2026, 5, 8, 4)]);
    await world.pool.query(
      `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known,
         timezone, channel_count, annotation_count, size_bytes, progress, groups, created_at, heartbeat_at)
       values ($1, '', 'a.edf', 'EDF', 'ready', 0, 1, true, 'Europe/Helsinki', 1, 0, 1, 1, '[]', now(), now())`,
      [key],
    );
    expect(await stay()).toEqual([Date.UTC(2026, 1, 28, 22), Date.UTC(2026, 5, 7, 21)]);
  });

  it("come with uploads: a form alone is one", async () => {
    const uploader = await world.person(
      ["access_data_visualize", "access_data_upload_patient_subpage", "upload_data"],
      { projectIds: [place.project], siteIds: [place.site] },
    );
    const as = { token: await addToken(world.pool, uploader) };
    const form = formOf({ dischargeDate: "06/09/2026" });
    const { upload_id } = await world.answer(
      createUpload,
      {
        project_id: place.project,
        site_id: place.site,
        patient_id: "4711",
        is_new_patient: true,
        timezone: "America/New_York",
      },
      as,
    );
    const wrong = { ...form, answers: form.answers.filter(({ identifier }) => identifier !== "admissionDate") };
    const refused = await world.call(startUpload, { upload_id, items: [], files: [], form: wrong }, as);
    expect([refused.status, refused.text]).toEqual([400, "Admission date is required."]);
    const half = { ...form, answers: form.answers.map((answer) => ({ ...answer, NINDS: "\ud800" })) };
    expect((await world.call(startUpload, { upload_id, items: [], files: [], form: half }, as)).status).toBe(400);
    await world.answer(startUpload, { upload_id, items: [], files: [], form }, as);
    const md5 = createHash("md5").update(formText(form)).digest("hex");
    expect(await world.answer(updateFormMd5, { upload_id, md5 }, as)).toEqual({ transmitted_properly: true });
    const { patient_key } = await world.answer(finishUpload, { upload_id, encrypt: false }, as);
    const { data } = await world.answer(getPatientForms, { patient_id: patient_key }, { token });
    expect(data).toMatchObject([{ forms: "Patient form", filledTime: filledMs, email: uploader.email }]);
    const stored = await world.answer(getPatientForm, { patient_id: patient_key, form_id: data[0].formID }, { token });
    expect(stored).toEqual(form);
    expect(await world.answer(getPatient, { patient_primary_key: patient_key }, { token })).toMatchObject({
      admission_time: Date.UTC(2026, 5, 3, 4),
      discharge_time: Date.UTC(2026, 5, 9, 4),
    });
  });

  it("are corrected by another one, which stands in the place of the first; both are kept", async () => {
    const { pool } = world;
    const patient_id = await addPatient("5000");
    const wrong = formOf({ dischargeDate: "06/09/2026" });
    const form_id = await addForm(patient_id, wrong);
    const later = await addForm(patient_id, formOf({ dischargeDate: "06/20/2026" }, filledMs + 1));
    const permissions = ["access_data_visualize", "access_data_upload_patient_subpage", "upload_data"] as const;
    const where = { projectIds: [place.project], siteIds: [place.site] };
    const person = await world.person([...permissions], where);
    const as = { token: await addToken(pool, person) };
    const form = formOf({ dischargeDate: "06/10/2026", headCTResult: "Unknown" }, filledMs + 86_400_000);
    const reason = "Discharged a day later";
    const body = { patient_id, form_id, form, reason: ` ${reason}\n` };
    // Whoever may only look does not correct.
    expect((await world.call(correctPatientForm, body, { token })).status).toBe(403);
    const stranger = { token: await addToken(pool, await world.person([...permissions])) };
    expect((await world.call(correctPatientForm, body, stranger)).status).toBe(404);
    const incomplete = { ...form, answers: form.answers.filter(({ identifier }) => identifier !== "admissionDate") };
    const refused = await world.call(correctPatientForm, { ...body, form: incomplete }, as);
    expect([refused.status, refused.text]).toEqual([400, "Admission date is required."]);
    const unsaid = await world.call(correctPatientForm, { ...body, reason: " \n" }, as);
    expect([unsaid.status, unsaid.text]).toEqual([400, "Reason for the correction is required."]);
    expect((await world.call(correctPatientForm, { ...body, reason: "a\u001b[0m" }, as)).status).toBe(400);
    expect((await world.call(correctPatientForm, { ...body, reason: "x".repeat(501) }, as)).status).toBe(400);

    const { form_id: correction } = await world.answer(correctPatientForm, body, as);
    // The answer may have been lost on the way.
    expect(await world.answer(correctPatientForm, body, as)).toEqual({ form_id: correction });
    expect((await world.call(correctPatientForm, { ...body, reason: "Another" }, as)).status).toBe(409);
    const other = await world.call(correctPatientForm, { ...body, form: wrong }, as);
    expect([other.status, other.text]).toEqual([
      409,
      "This form has been corrected already. Please open its correction.",
    ]);
    const again = formOf({ dischargeDate: "06/11/2026" }, filledMs + 2 * 86_400_000);
    const { form_id: second } = await world.answer(
      correctPatientForm,
      { patient_id, form_id: correction, form: again, reason: "And a day" },
      as,
    );

    const { email } = person;
    const forms = "Patient form";
    expect((await world.answer(getPatientForms, { patient_id }, { token })).data).toEqual([
      { forms, filledTime: filledMs + 1, formID: later, ...ofNobody },
      {
        forms,
        filledTime: again.dateFilled,
        formID: second,
        email,
        corrects: correction,
        corrected_by: null,
        reason: "And a day",
      },
      {
        forms,
        filledTime: form.dateFilled,
        formID: correction,
        email,
        corrects: form_id,
        corrected_by: second,
        reason,
      },
      { forms, filledTime: filledMs, formID: form_id, ...ofNobody, corrected_by: correction },
    ]);
    expect(await world.answer(getPatientForm, { patient_id, form_id }, { token })).toEqual(wrong);
    expect(await world.answer(getPatientForm, { patient_id, form_id: second }, { token })).toEqual(again);
    // Two forms count, and the later of them tells the stay: what corrects the earlier one does not become the later.
    const patient = () => world.answer(getPatient, { patient_primary_key: patient_id }, { token });
    expect(await patient()).toMatchObject({ form_count: 2, discharge_time: Date.UTC(2026, 5, 20, 4) });
    const last = formOf({ dischargeDate: "06/21/2026" }, filledMs - 1);
    await world.answer(correctPatientForm, { patient_id, form_id: later, form: last, reason }, as);
    expect(await patient()).toMatchObject({ form_count: 2, discharge_time: Date.UTC(2026, 5, 21, 4) });
    const actions = await pool.query(
      "select facts from user_action where action = $1 and kind = 'change' order by id",
      [correctPatientForm.path],
    );
    expect(actions.rows.slice(0, 2).map(({ facts }) => facts)).toEqual([
      { patient_key: patient_id, form_id: correction, corrects: form_id },
      { patient_key: patient_id, form_id: second, corrects: correction },
    ]);
    expect(actions.rows).toHaveLength(3);
    const boss = await world.person(["access_admin_user_management"], where);
    const told = await world.answer(
      getAllUsersActions,
      { user_ids: [person.id], filters: [{ field: "subject", operator: "contains", value: "and a day" }] },
      { token: await addToken(pool, boss) },
    );
    expect(told.data.map(({ subject }) => subject)).toEqual([`form ${second}: And a day`]);
  });

  it("of others do not exist", async () => {
    const { pool, workspaceId } = world;
    const other = await addWorkspace(pool);
    const foreign = [
      await addPatient("1", { ...place, project: await addProject(pool, workspaceId) }),
      await addPatient("1", { ...place, site: await addSite(pool, workspaceId) }),
      await addPatient("1", { project: await addProject(pool, other), site: await addSite(pool, other) }, other),
    ];
    const own = await addPatient("3000");
    const ownForm = await addForm(own, formOf());
    for (const patient_id of foreign) {
      const form_id = await addForm(patient_id, formOf());
      const gone = { status: 404, text: `Patient id=${patient_id} does not exist.` };
      expect(await refusal(getPatientForms, { patient_id })).toEqual(gone);
      expect(await refusal(getPatientForm, { patient_id, form_id })).toEqual(gone);
      expect(await refusal(getPatientForm, { patient_id, form_id: ownForm })).toEqual(gone);
      const noForm = { status: 404, text: "This form does not exist." };
      expect(await refusal(getPatientForm, { patient_id: own, form_id })).toEqual(noForm);
    }
  });
});
