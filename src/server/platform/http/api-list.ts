/** The list of calls for people (/docs) and programs (/openapi.json), made from the declarations and nothing else. */
import type { FastifyInstance } from "fastify";
import { allRoutes } from "../../../protocol/catalogue.ts";
import { permissions } from "../../../protocol/permissions.ts";
import { type Needs, type Route, workspaceNameMember, workspaceParameter } from "../../../protocol/route.ts";
import type { Config } from "../start/config.ts";
import { contentPolicy, newNonce, reachedBy } from "./headers.ts";

/** Who may make a call, in one sentence. */
function needsInWords(needs: Needs): string {
  switch (needs) {
    case "anyone":
      return "Anyone, without a token.";
    case "session":
      return "Whoever is signed in.";
    case "any token":
      return "Any valid token: a session's, or a link's from a mail.";
    case "invitation":
      return "The token of an invitation, once.";
    case "reset link":
      return "The token of a mail that resets a password, once.";
    case "email link":
      return "The token of a mail that confirms a new e-mail address, once.";
    case "gateway":
      return "The credential of a gateway, which makes no other call.";
    default:
      return `Whoever is signed in and holds ${needs.join(" or ")}.`;
  }
}

const text = (description: string) => ({
  description,
  content: { "text/plain": { schema: { type: "string" } } },
});
const errorMessage = (description: string) => ({
  description,
  content: {
    "application/json": {
      schema: { type: "object", required: ["errorMessage"], properties: { errorMessage: { type: "string" } } },
    },
  },
});

/** Refusals of a call, by status. */
function refusalsOf({ needs, refusals }: Route): Record<string, object> {
  const say = refusals === "errorMessage" ? errorMessage : text;
  return {
    400: say("The body is not of the expected form, or a rule is broken."),
    ...(needs === "anyone" ? {} : { 401: say("No token, or one that is unknown or has ended.") }),
    403: say("Another workspace, or a permission is missing."),
    404: say("What is named does not exist for the caller."),
    409: say("It is taken, or the change would break the workspace."),
    429: say("Too many attempts; the header Retry-After says how many seconds to wait."),
  };
}

const contentOf = ({ isBlob, answer }: Route) =>
  isBlob
    ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
    : { "application/json": { schema: answer } };

const bytesBody = {
  required: true,
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};

/** Members of the body as parameters of the query string. */
function membersOf({ body }: Route): object[] {
  const { properties = {}, required = [] } = body as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** The declarations as an OpenAPI document: TypeBox schemas are JSON Schema, which OpenAPI 3.1 takes as it is. */
function openApi(routes: readonly Route[], version: string): object {
  const parameters = [
    {
      name: workspaceParameter,
      in: "query",
      description: "The workspace. Default: the token's, else the default one.",
      schema: { type: "integer" },
    },
  ];
  const operation = (route: Route) => ({
    operationId: route.path.slice(1).replaceAll("/", "_"),
    tags: [route.path.replace(/^\/v1/, "").split("/")[1]],
    summary: route.summary,
    description: `${needsInWords(route.needs)} The body may also hold ${workspaceNameMember}, the workspace's name.`,
    security: route.needs === "anyone" ? [] : [{ token: [] }],
    "x-needs": route.needs,
    parameters,
    responses: { 200: { description: "Done.", content: contentOf(route) }, ...refusalsOf(route) },
  });
  const paths = routes.map((route) => {
    const post = route.hasBytes
      ? { ...operation(route), parameters: [...parameters, ...membersOf(route)], requestBody: bytesBody }
      : {
          ...operation(route),
          requestBody: { required: true, content: { "application/json": { schema: route.body } } },
        };
    if (!route.hasGet) return [route.path, { post }];
    const get = operation(route);
    return [
      route.path,
      {
        post,
        get: { ...get, operationId: `${get.operationId}_get`, parameters: [...parameters, ...membersOf(route)] },
      },
    ];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "CONNECT",
      version,
      description: "Calls of CONNECT. All of them are POST with JSON; some also GET.",
    },
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "The token, bare or as Bearer." },
      },
    },
    paths: Object.fromEntries(paths),
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (value: string) => value.replace(/[&<>"]/g, (character) => escapes[character]);

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
article { border-top: 1px solid; padding-block: 0.5rem; }
code, pre { font: 0.875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
td, th { padding: 0.125rem 0.75rem 0.125rem 0; text-align: start; vertical-align: top; }
h3 { margin-block: 0.5rem; }
`;

/** What a call does besides answering a POST with JSON. */
const variantsOf = ({ hasGet, isBlob, hasBytes }: Route): string =>
  `${hasBytes ? " The body is bytes, its members stand in the query string." : ""}${hasGet ? " Also by GET, with the members of the body in the query string." : ""}${isBlob ? " The answer is the bytes." : ""}`;

/** A page without scripts. `nonce` lets its style in. */
function apiPage(routes: readonly Route[], version: string, nonce: string): string {
  const call = (route: Route) => `<article>
<h3><code>${escapeHtml(route.path)}</code></h3>
<p>${escapeHtml(route.summary)} ${escapeHtml(needsInWords(route.needs))}${escapeHtml(variantsOf(route))}</p>
<details><summary>Body and answer</summary>
<pre>${escapeHtml(JSON.stringify({ body: route.body, answer: route.answer }, null, 2))}</pre>
</details>
</article>`;
  const held = ({ name, description }: (typeof permissions)[number]) =>
    `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(description)}</td></tr>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Calls of CONNECT</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
<h1>Calls of CONNECT ${escapeHtml(version)}</h1>
<p>All calls are POST with a JSON body, the query parameter <code>${workspaceParameter}</code> for the workspace, and the token
in the Authorization header. A call that is refused answers with plain text. The same as <a href="/openapi.json">OpenAPI</a>.</p>
<p>Besides them: <code>/v1/oauth/token</code> and <code>/v1/oauth/userinfo</code> for registered OAuth clients (RFC 6749),
<code>/healthz</code> and <code>/readyz</code>.</p>
<h2>Permissions</h2>
<table>${permissions.map(held).join("\n")}</table>
<h2>Calls</h2>
${routes.map(call).join("\n")}
</main></body>
</html>
`;
}

/** Registers both. */
export function addApiList(app: FastifyInstance, version: string, config: Pick<Config, "publicUrl" | "store">): void {
  const document = JSON.stringify(openApi(allRoutes, version));
  app.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  app.get("/docs", (request, reply) => {
    const nonce = newNonce();
    return reply
      .header("content-security-policy", contentPolicy(reachedBy(request, config), nonce))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(apiPage(allRoutes, version, nonce));
  });
}
