import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { I18nProvider } from "react-aria-components";
import { adminLabels } from "../../protocol/admin-labels.ts";
import { text } from "../../protocol/text/text.ts";
import { fetched } from "../../ui/fetched.tsx";
import { ToastRegion } from "../../ui/notices/ToastRegion.tsx";
import { AccountSettings } from "../account/index.ts";
import { tieSettings } from "../documents/index.ts";
import { tieScreen } from "../screen/index.ts";
import { DialogHost } from "../shell/DialogHost.tsx";
import { followFocus } from "../shell/follow-focus.ts";
import { FramePartsContext } from "../shell/frame-parts.ts";
import { createQueryClient } from "../shell/query-client.ts";
import { SessionGate } from "../shell/SessionGate.tsx";
import { TimeoutWarning } from "../shell/TimeoutWarning.tsx";
import { tieUnsent } from "../unsent/index.ts";
import { createAppRouter } from "./router.tsx";
import { tieSession } from "./tie-session.ts";

/** What lives as long as the page. The session begins at once: its calls are under way while the page is drawn. */
export function startApp() {
  const queryClient = createQueryClient();
  const router = createAppRouter();
  router.subscribe("onResolved", followFocus);
  tieSession(router, queryClient);
  tieSettings();
  tieScreen();
  tieUnsent();
  return { queryClient, router };
}

// What uploads (readers of all formats, the transfer) comes after the page: a review, which has no frame, does without it.
const Uploads = fetched(async () => (await import("../upload/index.ts")).Uploads, text.failed.notFetched);
const frameParts = { AccountSettings, Uploads };

/** The application: language, server state, session and routes. */
export function App({ queryClient, router }: ReturnType<typeof startApp>) {
  return (
    <I18nProvider locale="en-US">
      <QueryClientProvider client={queryClient}>
        <FramePartsContext value={frameParts}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </FramePartsContext>
        <TimeoutWarning />
        <DialogHost />
        <ToastRegion label={adminLabels.toasts.region} closeLabel={adminLabels.toasts.close} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
