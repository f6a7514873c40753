/** What a start says about its settings: the address people open, slips in names, mails that nobody gets, no demo. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getOperationNotices } from "../../../src/protocol/admin.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { startServer } from "../../support/server.ts";

it("tells address, slips and the outbox, and makes no demo with DEMO=off", { timeout: 240_000 }, async () => {
  const env = { DEMO: "off", DATABSE_URL: "postgres://x:secret@y/z", PUBLIC_URL: "https://connect.example" };
  const server = await startServer({ hasDemo: true, env });
  try {
    const printed = server.output();
    expect(printed).toContain(`CONNECT is ready at https://connect.example, listening at ${server.url}\n`);
    expect(printed).toContain("DATABSE_URL is not a setting of CONNECT and is ignored. Did you mean DATABASE_URL?\n");
    expect(printed).not.toContain("secret");
    const events = printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    expect(events).toContainEqual(expect.objectContaining({ msg: "mail.outbox", level: 40 }));
    expect(events).toContainEqual(expect.objectContaining({ msg: "environment.unknown", name: "DATABSE_URL" }));
    const { token } = await signIn(server.url);
    expect(await answerAs(server.url, token, getOperationNotices, {})).toEqual({ notices: [adminText.mailsToFolder] });
    expect((await answerAs(server.url, token, getRecordings, {})).recordings).toEqual([]);
    expect(existsSync(join(server.dataDir, "demo"))).toBe(false);
  } finally {
    await server.stop();
  }
});
