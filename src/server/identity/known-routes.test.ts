import fastify from "fastify";
import { expect, it } from "vitest";
import { checkToken } from "../../protocol/accounts.ts";
import { allRoutes } from "../../protocol/catalogue.ts";
import { route } from "../../protocol/route.ts";
import { noReadings } from "../platform/health/readings.ts";
import { routeHost } from "../platform/http/routes.ts";
import { demandKnownRoute, undeclaredRoutes } from "./known-routes.ts";

const app = () => {
  const http = fastify();
  http.addHook("onRoute", demandKnownRoute);
  return http;
};
const closed = () => Promise.reject(new Error("No call is made here."));

it("lets declared calls and the written few in", () => {
  const http = app();
  routeHost(http, closed, noReadings).add(checkToken, closed);
  http.get("/healthz", async () => ({}));
  expect(http.hasRoute({ method: "POST", url: checkToken.path })).toBe(true);
});

it("stops at a route without a declaration", () => {
  expect(() => app().post("/v1/user/quick_hack", async () => ({}))).toThrow("neither declared nor a known route");
  expect(() => app().get("/v1/user/get_users", async () => ({}))).toThrow("neither declared nor a known route");
});

it("stops at a declaration that the catalogue does not know, and at a declared path without the guard", () => {
  const { needs, summary, body, answer } = checkToken;
  const copy = route(checkToken.path, { needs, summary, body, answer });
  expect(() => routeHost(app(), closed, noReadings).add(copy, closed)).toThrow("catalogue.ts does not know");
  expect(() => app().post(checkToken.path, async () => ({}))).toThrow("neither declared nor a known route");
});

it("keeps the two lists apart, and every path once", () => {
  const paths = allRoutes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => undeclaredRoutes.has(path))).toEqual([]);
});
