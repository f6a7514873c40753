import { QueryClient } from "@tanstack/react-query";
import { isNotFound } from "../session/index.ts";

/** Two retries, none for what does not exist; no refetch when the window comes to the front. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && !isNotFound(error),
        retryDelay: 300,
        refetchOnWindowFocus: false,
        // The server is usually on this network or this machine: "offline" in the browser's sense says nothing about it.
        networkMode: "always",
      },
    },
  });
