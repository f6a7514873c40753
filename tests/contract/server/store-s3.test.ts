/** The object store in an S3-compatible service, against Ceph's radosgw. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBucket, getBuckets } from "../../../src/protocol/admin.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { storeText } from "../../../src/protocol/text/store-text.ts";
import { openStores } from "../../../src/server/platform/storage/index.ts";
import { probeService } from "../../../src/server/platform/storage/probe.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { hasRadosgw, type RunningRadosgw, startRadosgw } from "../../support/radosgw.ts";
import { startServer } from "../../support/server.ts";
import { testStore } from "./store-suite.ts";

describe.skipIf(!hasRadosgw())("an S3-compatible service", () => {
  let service: RunningRadosgw;
  const stores = async (env: Record<string, string> = {}) =>
    openStores({ dataDir: "/nonexistent", store: storeOf({ ...service.env, STORE_SECRET: "x".repeat(32), ...env }) });
  let opened: Awaited<ReturnType<typeof stores>>;

  beforeAll(async () => {
    service = await startRadosgw();
    opened = await stores();
  }, 120_000);
  afterAll(async () => {
    await opened?.close();
    await service?.stop();
  });

  testStore(() => ({ store: opened.own, origin: "" }));

  it("is the bucket of new workspaces, and pages may speak to it", async () => {
    expect(opened.ownBucket).toEqual({ name: "connect", endpoint: service.endpoint });
    expect(opened.browserOrigins).toEqual([service.endpoint]);
    expect(opened.of({ name: "connect", endpoint: `${service.endpoint}/` })).toBe(opened.own);
    const address = await opened.own.presignPut("uploads/9/9", { size: 1, md5: "0".repeat(32), lifeMs: 60_000 });
    const asked = await fetch(address.url, {
      method: "OPTIONS",
      headers: {
        origin: "https://connect.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-md5",
      },
    });
    expect(asked.status).toBe(200);
    expect(asked.headers.get("access-control-allow-origin")).toBeTruthy();
  });

  it("keeps what new workspaces upload, and no server starts without it", { timeout: 120_000 }, async () => {
    const server = await startServer({ env: service.env });
    try {
      const { token } = await signIn(server.url);
      const { data } = await answerAs(server.url, token, getBuckets, {});
      expect(data).toMatchObject([{ name: "connect", endpoint: service.endpoint }]);
      const [{ id }] = data;
      const said = await answerAs(server.url, token, checkBucket, { bucket_id: id });
      expect([said.is_reachable, said.message]).toEqual([true, adminText.bucket.reachable]);
      const policy = (await fetch(`${server.url}/`)).headers.get("content-security-policy");
      expect(policy).toMatch(new RegExp(`connect-src 'self' ws://[^ ]+ ${service.endpoint};`));
    } finally {
      await server.stop();
    }
    await expect(startServer({ env: { ...service.env, S3_BUCKET: "nothing-here" } })).rejects.toThrow(
      `The bucket nothing-here at ${service.endpoint} cannot be used. ${storeText.service.noBucket}`,
    );
  });

  it("is probed in sentences", async () => {
    expect(await probeService(opened.own)).toBeNull();
    const probeWith = async (env: Record<string, string>) => {
      const other = await stores(env);
      try {
        return await probeService(other.own);
      } finally {
        await other.close();
      }
    };
    expect(await probeWith({ S3_BUCKET: "nothing-here" })).toBe(storeText.service.noBucket);
    expect(await probeWith({ S3_SECRET_ACCESS_KEY: "wrong" })).toBe(storeText.service.noAccess);
    expect(await probeWith({ S3_ENDPOINT: "http://127.0.0.1:1" })).toBe(storeText.service.silent);
  });
});
