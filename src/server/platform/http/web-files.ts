/** Serves the built web application: hashed files for ever, index.html afresh for every route of the client. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../start/config.ts";
import { StartRefused } from "../start/start-refused.ts";
import { clientPaths } from "./client-paths.ts";
import { manifestPath, pagesWithLinks } from "./early-files.ts";
import { contentPolicy, isEncrypted, newNonce, noncePlaceholder, reachedBy } from "./headers.ts";
import { openedBefore, openedOnceMore } from "./opened-before.ts";

/** `root`: dist/web. @throws StartRefused when it is not built. */
export async function serveWebFiles(
  app: FastifyInstance,
  root: string,
  config: Pick<Config, "publicUrl" | "store">,
): Promise<void> {
  const indexPath = join(root, "index.html");
  if (!existsSync(indexPath) || !existsSync(manifestPath(root)))
    throw new StartRefused('The web application is not built. Run "npm run build", then start again.');
  const pages = pagesWithLinks(root, readFileSync(indexPath, "utf8"));

  const sendIndex = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce();
    const opened = openedBefore(request.headers.cookie, pages.build);
    const isReview = pages.isReview(request.url);
    const counted = openedOnceMore(pages.build, opened, isReview, isEncrypted(request, config));
    if (counted !== null) reply.header("set-cookie", counted);
    return reply
      .header("content-security-policy", contentPolicy(reachedBy(request, config), nonce))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(pages.at(request.url, opened).replaceAll(noncePlaceholder, nonce));
  };
  for (const path of clientPaths) app.get(path, sendIndex);
  await app.register(files, {
    root,
    index: false,
    cacheControl: false,
    dotfiles: "ignore",
    preCompressed: true, // src/server/cli/compress.mjs
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(root, "assets"));
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      reply.header("vary", "accept-encoding");
    },
  });

  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split("?");
    if (path === "/v1" || path.startsWith("/v1/"))
      return reply.code(404).type("text/plain; charset=utf-8").send("There is no such call.");
    const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
    if (wantsPage && !/\.\w+$/.test(path)) return sendIndex(request, reply.code(404));
    return reply.code(404).type("text/plain; charset=utf-8").send("There is nothing here.");
  });
}
