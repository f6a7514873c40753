/** The calls of src/protocol/montages.ts. */
import {
  createEegMontage,
  deleteEegMontage,
  getEegMontageMapping,
  getEegMontages,
  modifyEegMontage,
} from "../../protocol/montages.ts";
import type { DocumentDeps } from "../documents/index.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import type { Recordings } from "../recordings/index.ts";
import { mappingOf } from "./mapping.ts";
import { dropMontage, makeMontage, readMontages, saveMontage } from "./montages.ts";

export function addMontageRoutes(host: RouteHost, deps: DocumentDeps, recordings: Pick<Recordings, "get">): void {
  host.add(getEegMontages, (body, caller) => readMontages(deps, caller, body));
  host.add(createEegMontage, (body, caller) => makeMontage(deps, caller, body));
  host.add(modifyEegMontage, (body, caller) => saveMontage(deps, caller, body));
  host.add(deleteEegMontage, (body, caller) => dropMontage(deps, caller, body));
  host.add(getEegMontageMapping, (body, caller, { read }) => mappingOf(recordings, caller, { ...body, read }));
}
