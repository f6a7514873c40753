/** The calls of src/protocol/coverage.ts. */
import { addCoverage, getCoverage } from "../../protocol/coverage.ts";
import type { ChangeDeps } from "../identity/change.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { addSeen, readSeen } from "./coverage.ts";

export function addCoverageRoutes(host: RouteHost, { db, bus }: ChangeDeps): void {
  const deps = { db, bus, buckets: new Map() };
  host.add(addCoverage, (body, caller) => addSeen(deps, caller, body));
  host.add(getCoverage, async (body, caller, { read }) => {
    const { answer, patientKey } = await readSeen(deps, caller, body);
    read({ what: "recording", id: body.data_object_id, facts: { patient_key: patientKey } });
    return answer;
  });
}
