export { addTrendExportRoutes } from "./trend-export-routes.ts";
