/** What the dialog of gateways reads. */
import { queryOptions } from "@tanstack/react-query";
import { listGateways } from "../../../protocol/live.ts";
import { call } from "../../session/index.ts";
import { patientData } from "../queries.ts";

export const gatewaysQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "gateways"],
    queryFn: ({ signal }) => call(listGateways, { patient_id: key }, signal),
  });
