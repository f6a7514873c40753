import { QueryClient } from "@tanstack/react-query";
import { awayRetryMs, isAway, isNotFound } from "../session/index.ts";

/** Two retries, none for what does not exist; a server whose database is away is asked until it is back; no refetch when the window comes to the front. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && !isNotFound(error) && !isAway(error),
        // Said at once, and asked again until it is back.
        refetchInterval: ({ state }) => (isAway(state.error) ? awayRetryMs : false),
        refetchIntervalInBackground: true,
        retryDelay: 300,
        refetchOnWindowFocus: false,
        // The server is usually on this network or this machine: "offline" in the browser's sense says nothing about it.
        networkMode: "always",
      },
    },
  });
