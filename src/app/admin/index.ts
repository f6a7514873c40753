export { ActivityPage } from "./activity/ActivityPage.tsx";
export { BucketsPage } from "./buckets/BucketsPage.tsx";
export { ProjectsPage } from "./projects/ProjectsPage.tsx";
export { RolesPage } from "./roles/RolesPage.tsx";
export { SitesPage } from "./sites/SitesPage.tsx";
export { UsersPage } from "./users/UsersPage.tsx";
