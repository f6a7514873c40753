import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { I18nProvider } from "react-aria-components";
import { adminLabels } from "../../protocol/admin-labels.ts";
import { ToastRegion } from "../../ui/ToastRegion.tsx";
import { tieSettings } from "../documents/index.ts";
import { DialogHost } from "./DialogHost.tsx";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import { SessionGate } from "./SessionGate.tsx";
import { TimeoutWarning } from "./TimeoutWarning.tsx";
import { tieSession } from "./tie-session.ts";

/** What lives as long as the page. The session begins at once: its calls are under way while the page is drawn. */
export function startApp() {
  const queryClient = createQueryClient();
  const router = createAppRouter();
  tieSession(router, queryClient);
  tieSettings();
  return { queryClient, router };
}

/** The application: language, server state, session and routes. */
export function App({ queryClient, router }: ReturnType<typeof startApp>) {
  return (
    <I18nProvider locale="en-US">
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
        <TimeoutWarning />
        <DialogHost />
        <ToastRegion label={adminLabels.toasts.region} closeLabel={adminLabels.toasts.close} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
