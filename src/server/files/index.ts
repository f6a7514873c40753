export { addFileRoutes, type FileRoutesOptions } from "./file-routes.ts";
