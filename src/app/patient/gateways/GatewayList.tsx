import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateAndMinute } from "../../../domain/time/clock.ts";
import { type Gateway, revokeGateway, setGatewayPatient } from "../../../protocol/live.ts";
import { gatewayText as words } from "../../../protocol/text/gateway-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { useHours } from "../../documents/index.ts";
import { call, reasonOnce } from "../../session/index.ts";
import { Failed } from "../../shell/index.ts";
import { useShownPatient } from "../shown-patient.ts";
import css from "./Gateways.module.css";
import { gatewaysQuery } from "./queries.ts";

/**
 * The gateways that the caller may know of, and what can be done with each. Those that sent for the patient when the list was opened come
 * first: a row stays where it is when its button is pressed.
 */
export function GatewayList({ patientKey }: { patientKey: number }) {
  const { timezone } = useShownPatient();
  const query = gatewaysQuery(patientKey);
  const { data, error, refetch } = useQuery(query);
  const [first, setFirst] = useState<ReadonlyMap<number, boolean>>(new Map());
  const came = (data?.gateways ?? []).filter(({ gateway_id }) => !first.has(gateway_id));
  if (came.length > 0) setFirst(new Map([...first, ...came.map((it) => [it.gateway_id, it.is_allowed] as const)]));
  if (data === undefined)
    return error === null ? (
      <p role="status">{words.loading}</p>
    ) : (
      <Failed error={error} onTryAgain={() => void refetch()} />
    );
  const sorted = [...data.gateways].sort((a, b) => Number(first.get(b.gateway_id)) - Number(first.get(a.gateway_id)));
  return (
    <>
      {sorted.some(({ is_allowed }) => is_allowed) ? null : <p role="status">{words.empty}</p>}
      {sorted.length === 0 ? null : <p className={css.hint}>{words.zone(timezone)}</p>}
      <ul className={css.list} aria-label={words.list}>
        {sorted.map((gateway) => (
          <GatewayRow key={gateway.gateway_id} gateway={gateway} patientKey={patientKey} />
        ))}
      </ul>
    </>
  );
}

function GatewayRow({ gateway, patientKey }: { gateway: Gateway; patientKey: number }) {
  const { gateway_id, name, is_allowed, may_revoke, made_by, made_at, used_at, open_streams } = gateway;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const readAnew = () => queries.invalidateQueries({ queryKey: gatewaysQuery(patientKey).queryKey });
  const set = useMutation({
    mutationFn: () => call(setGatewayPatient, { gateway_id, patient_id: patientKey, is_allowed: !is_allowed }),
    onError: (error) => toast.error(reasonOnce(error)),
    onSettled: readAnew,
  });
  const [{ timezone: zone }, hours] = [useShownPatient(), useHours()];
  const made = dateAndMinute(made_at, zone, hours).slice(0, "06/03/2026".length);
  const used = used_at === null ? null : dateAndMinute(used_at, zone, hours);
  return (
    <li className={css.row}>
      <div>
        <strong>{name}</strong>
        {is_allowed ? null : <span className={css.hint}> {words.notAllowed}</span>}
        <p className={css.hint}>{words.facts(made_by, made, used, open_streams)}</p>
        {may_revoke ? null : <p className={css.hint}>{words.othersPatients}</p>}
      </div>
      <Button size="small" isPending={set.isPending} onPress={() => set.mutate()}>
        {set.isPending ? words.waiting : is_allowed ? words.take : words.allow}
      </Button>
      {may_revoke ? (
        <Button size="small" aria-label={words.revokeOf(name)} onPress={() => setAsking(true)}>
          {words.revoke}
        </Button>
      ) : null}
      <ConfirmDialog
        title={words.confirm.title(name)}
        confirmLabel={words.confirm.revoke}
        cancelLabel={words.confirm.keep}
        isOpen={isAsking}
        onConfirm={async () => {
          await call(revokeGateway, { gateway_id }).catch((error: unknown) => {
            // Somebody else may have revoked it, or given it patients: with its row the question goes, the toast stays.
            toast.error(reasonOnce(error));
            void readAnew();
            throw new Error(reasonOnce(error));
          });
          setAsking(false);
          await readAnew();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{words.confirm.text}</p>
      </ConfirmDialog>
    </li>
  );
}
