/** The door to annotations and their sessions. */
export { addAnnotationRoutes } from "./annotation-routes.ts";
export { followedHeads } from "./followed.ts";
export { type ActiveMasks, keptMasks } from "./masks.ts";
export { plantSession } from "./planted-session.ts";
