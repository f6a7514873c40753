export { addFormRoutes } from "./form-routes.ts";
export { isCurrentForm, keepForm } from "./forms.ts";
