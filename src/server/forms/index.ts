export { addFormRoutes } from "./form-routes.ts";
