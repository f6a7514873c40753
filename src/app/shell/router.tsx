import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { text } from "../../protocol/text.ts";
import { RecordingsPage } from "../recordings/index.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { reviewSearch } from "./review-search.ts";
import { ShellFailure } from "./ShellFailure.tsx";

const root = createRootRoute({
  notFoundComponent: () => <NotFoundPage title={text.notFound.page} />,
  errorComponent: ShellFailure,
});

const recordings = createRoute({ getParentRoute: () => root, path: "/", component: RecordingsPage });

/** Every lazy route declares its search here, or strict mode drops it before the page reads it. */
export const reviewRoute = createRoute({
  getParentRoute: () => root,
  path: "/review/$dataObjectId",
  validateSearch: reviewSearch,
  component: lazyRouteComponent(() => import("../review/index.ts"), "ReviewPage"),
});

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([recordings, reviewRoute]),
    search: { strict: true },
    defaultPreload: "intent",
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
