export { addShortcutRoutes } from "./shortcut-routes.ts";
