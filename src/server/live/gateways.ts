/** Gateways: who made them, whose patients they send for, and their credentials, of which the database knows the sha256 alone. */
import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { isPlain, tidy } from "../../domain/people/admin-rules.ts";
import * as calls from "../../protocol/live.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import { type ChangeDeps, change, type Editor } from "../identity/change.ts";
import { sha256Hex } from "../identity/tokens.ts";
import { demandPatients } from "../patients/demands.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import { type Queries, sqlState } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Gateway } from "../platform/http/caller.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import { MakeRates } from "./make-rates.ts";

const { gateways: told } = liveText;
const { gateways: mostGateways, gatewaysOfMaker, patientsOfGateway } = calls.liveLimits;

/** Begins with what it is, so that it is known where it was left lying about. */
const newCredential = () => `gateway-${randomBytes(32).toString("base64url")}`;

interface GatewayRow extends Record<string, unknown> {
  id: number;
  workspace_id: number;
  workspace_name: string;
  is_used_lately: boolean;
}

/** The gateway of a credential that is good now, or null: one indexed query at every call, so a revocation counts at once. */
export async function gatewayOf(db: Queries, credential: string): Promise<Gateway | null> {
  const { rows } = await db.execute<GatewayRow>(sql`
    select g.id, g.workspace_id, w.name as workspace_name,
      coalesce(g.used_at > now() - interval '1 minute', false) as is_used_lately
    from gateway g join workspace w on w.id = g.workspace_id
    where g.hash = ${sha256Hex(credential)} and g.revoked_at is null`);
  if (rows.length === 0) return null;
  const [{ id, workspace_id, workspace_name, is_used_lately }] = rows;
  if (!is_used_lately) await db.execute(sql`update gateway set used_at = now() where id = ${id}`);
  return { gatewayId: id, workspaceId: workspace_id, workspaceName: workspace_name };
}

/** Of `gateway g`: patients it sends for that the user sees, and those they do not. */
const sendsFor = (isWanted: SQL): SQL => sql`exists (
  select 1 from gateway_patient gp join patient p on p.id = gp.patient_key where gp.gateway_id = g.id and ${isWanted})`;
const isMaker = ({ userId }: UserScope): SQL => sql`coalesce(g.made_by = ${userId}, false)`;
const isSeen = (user: UserScope): SQL => sql`(
  g.workspace_id = ${user.workspaceId} and g.revoked_at is null
  and (${isMaker(user)} or ${sendsFor(isOwnPatient(user))}))`;
const mayRevoke = (user: UserScope): SQL => sql`(${isMaker(user)} or not ${sendsFor(sql`not ${isOwnPatient(user)}`)})`;

export interface GatewayDeps extends ChangeDeps {
  /** A gateway was revoked: nothing more will come to its streams. */
  onRevoked(): void;
}

/** The calls of people about gateways. Those that send for no patient of theirs, and that they did not make, do not exist. */
export function addGatewayRoutes(host: RouteHost, deps: GatewayDeps): void {
  const { db } = deps;
  const rates = new MakeRates();
  host.add(calls.listGateways, async ({ patient_id }, { session }) => {
    await demandPatients(db, session, [patient_id]);
    return { gateways: await gatewaysOf(db, session, patient_id) };
  });

  host.add(calls.createGateway, ({ name, patient_ids, request_key }, caller) => {
    rates.take(caller.session.userId);
    return change(deps, caller, async ({ tx, editor }) => {
      const patients = [...new Set(patient_ids)];
      if (tidy(name) === "") throw new Refused(400, told.name);
      if (!isPlain(tidy(name))) throw new Refused(400, adminText.rules.plain);
      await demandPatients(tx, editor, patients);
      const credential = newCredential();
      const made = request_key === undefined ? null : await madeBefore(tx, editor, request_key, credential);
      if (made !== null) return { answer: { gateway_id: made, credential }, facts: { gateway_id: made } };
      const { rows: held } = await tx.execute<{ is_own: boolean }>(sql`
        select coalesce(made_by = ${editor.userId}, false) as is_own from gateway
        where workspace_id = ${editor.workspaceId} and revoked_at is null`);
      if (held.filter(({ is_own }) => is_own).length >= gatewaysOfMaker)
        throw new Refused(409, told.tooManyOwn(gatewaysOfMaker));
      if (held.length >= mostGateways) throw new Refused(409, told.tooMany);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into gateway (workspace_id, name, hash, made_by, request_key)
        values (${editor.workspaceId}, ${tidy(name)}, ${sha256Hex(credential)}, ${editor.userId}, ${request_key ?? null})
        returning id`);
      const [{ id }] = rows;
      await tx.execute(sql`
        insert into gateway_patient (gateway_id, patient_key) select ${id}::int, unnest(${intArray(patients)})`);
      return { answer: { gateway_id: id, credential }, facts: { gateway_id: id, patient_keys: patients } };
    });
  });

  host.add(calls.setGatewayPatient, ({ gateway_id, patient_id, is_allowed }, caller) =>
    change(deps, caller, async ({ tx, editor }) => {
      await demandGateway(tx, editor, gateway_id);
      await demandPatients(tx, editor, [patient_id]);
      if (is_allowed) await allow(tx, gateway_id, patient_id);
      else
        await tx.execute(
          sql`delete from gateway_patient where gateway_id = ${gateway_id} and patient_key = ${patient_id}`,
        );
      return { answer: {}, facts: { gateway_id, patient_key: patient_id, is_allowed } };
    }),
  );

  host.add(calls.revokeGateway, async ({ gateway_id }, caller) => {
    const answer = await change(deps, caller, async ({ tx, editor }) => {
      await demandGateway(tx, editor, gateway_id);
      const { rows } = await tx.execute(sql`
        update gateway g set revoked_at = now() where g.id = ${gateway_id} and ${mayRevoke(editor)} returning g.id`);
      if (rows.length === 0) throw new Refused(403, told.othersPatients);
      return { answer: {}, facts: { gateway_id } };
    });
    deps.onRevoked();
    return answer;
  });
}

/**
 * What a call of this key has made, with the credential of this call: that of the lost answer nobody has seen, and it ends. Null where there is none, or
 * where it was used: then somebody has it.
 */
async function madeBefore(tx: Queries, editor: Editor, requestKey: string, credential: string): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update gateway set hash = ${sha256Hex(credential)}
    where made_by = ${editor.userId} and request_key = ${requestKey} and workspace_id = ${editor.workspaceId}
      and revoked_at is null and used_at is null
    returning id`);
  return rows.length === 0 ? null : rows[0].id;
}

async function allow(tx: Queries, gatewayId: number, patientKey: number): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from gateway_patient where gateway_id = ${gatewayId} and patient_key <> ${patientKey}`,
  );
  if (rows.length >= patientsOfGateway) throw new Refused(409, told.tooManyPatients(patientsOfGateway));
  await tx.execute(sql`
    insert into gateway_patient (gateway_id, patient_key) values (${gatewayId}, ${patientKey}) on conflict do nothing`);
}

/** @throws Refused 404 unless the user sees the gateway */
async function demandGateway(tx: Queries, editor: Editor, id: number): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from gateway g where g.id = ${id} and ${isSeen(editor)}`);
  if (rows.length === 0) throw new Refused(404, told.notFound);
}

async function gatewaysOf(db: Queries, user: UserScope, patientKey: number): Promise<calls.Gateway[]> {
  const isOpen = sql`exists (select 1 from recording r join patient p on p.id = r.patient_key
    where r.id = s.recording_id and r.tail is not null and ${isOwnPatient(user)})`;
  const ms = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;
  const { rows } = await db.execute<calls.Gateway & Record<string, unknown>>(sql`
    select g.id as gateway_id, g.name, ${ms(sql`g.made_at`)} as made_at, u.email as made_by, ${ms(sql`g.used_at`)} as used_at,
      (select count(*)::int from live_stream s where s.gateway_id = g.id and ${isOpen}) as open_streams,
      exists (select 1 from gateway_patient gp where gp.gateway_id = g.id and gp.patient_key = ${patientKey}) as is_allowed,
      ${mayRevoke(user)} as may_revoke
    from gateway g left join app_user u on u.id = g.made_by
    where ${isSeen(user)} order by lower(g.name), g.id`);
  return rows;
}

/** Asked once the body is read: the gateway may be revoked since it was admitted. @throws Refused 403 unless it may send for this patient. Returns what the patient is called. */
export async function demandLivePatient(db: Queries, { gatewayId }: Gateway, key: number): Promise<string> {
  const { rows } = await db.execute<{ identifier: string }>(sql`
    select p.identifier from gateway_patient gp join patient p on p.id = gp.patient_key join gateway g on g.id = gp.gateway_id
    where g.id = ${gatewayId} and g.revoked_at is null and p.id = ${key}`);
  if (rows.length === 0) throw new Refused(403, liveText.refused.patient);
  return rows[0].identifier;
}

export async function livePatientsOf(db: Queries, { gatewayId }: Gateway): Promise<calls.LivePatient[]> {
  const { rows } = await db.execute<calls.LivePatient & Record<string, unknown>>(sql`
    select p.id as patient_id, p.identifier as patient_identifier, pr.identifier as project_identifier,
      s.identifier as site_identifier
    from gateway_patient gp join patient p on p.id = gp.patient_key join project pr on pr.id = p.project_id
      join site s on s.id = p.site_id
    where gp.gateway_id = ${gatewayId} order by p.identifier, p.id`);
  return rows;
}

/** Ends the credentials of gateways that nobody sees any more: without patients, and without who made them. */
export async function revokeForgotten(db: Queries): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update gateway g set revoked_at = now() where g.revoked_at is null and g.made_by is null
      and not exists (select 1 from gateway_patient gp where gp.gateway_id = g.id) returning g.id`);
  return rows.map(({ id }) => id);
}

/** Whether a statement failed because the gateway has this stream key already. */
export const isKeyTaken = (error: unknown): boolean => sqlState(error) === "23505";
