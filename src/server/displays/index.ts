export { addDisplayRoutes } from "./display-routes.ts";
