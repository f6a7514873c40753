/** The door to recordings that bedside gateways send while they are made. */
export { gatewayOf } from "./gateways.ts";
export { addLiveRoutes } from "./live-routes.ts";
export { LiveStreams } from "./live-streams.ts";
export { startLiveUpkeep } from "./upkeep.ts";
