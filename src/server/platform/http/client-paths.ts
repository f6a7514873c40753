/** Addresses of the web application (src/app/routes/router.tsx). All of them are answered with its one page. */
export const clientPaths = [
  "/",
  "/index.html",
  "/release_changelogs",
  "/forgot_password",
  "/change_password",
  "/create_account",
  "/confirm_email",
  "/inactive",
  // Names of files in an address may look like a file's own address, so these are served before files are looked for.
  "/data",
  "/data/*",
  "/admin",
  "/admin/*",
  "/review",
  "/review/*",
] as const;
