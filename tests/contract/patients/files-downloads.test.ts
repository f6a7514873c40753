/** Downloads of a patient's files: to whom, how often, and that nothing leaves its folder. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { logOut } from "../../../src/protocol/accounts.ts";
import { downloadFile, getCsvColumns, getDownloadAddress, getFileContent } from "../../../src/protocol/files.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { filesText } from "../../../src/protocol/text/files-text.ts";
import { downloadAddress } from "../../../src/server/files/downloads.ts";
import { sessionOf } from "../../../src/server/identity/session.ts";
import { openLimits } from "../../../src/server/platform/http/open-calls.ts";
import { type Stores, uploadKey } from "../../../src/server/platform/storage/index.ts";
import { addToken, setScope } from "../../support/accounts.ts";
import { addPatient, type FilesTestWorld, filesPermission, makeFilesWorld, monitored } from "./files-world.ts";

let files: FilesTestWorld;
const bytes = (text: string) => Buffer.from(text);
const used = { status: 403, text: "This download address has been used or has expired. Please download again." };

beforeAll(async () => {
  files = await makeFilesWorld();
  await files.store(monitored);
}, 120_000);
afterAll(() => files?.world.close());

/** What an archive holds once it is unpacked: path -> content. */
function unzip(archive: Buffer): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "connect-zip-"));
  try {
    writeFileSync(join(folder, "a.zip"), archive);
    mkdirSync(join(folder, "deep", "out"), { recursive: true });
    const script =
      "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n" +
      "assert all(i.compress_type == 0 for i in z.infolist())\nprint('\\n'.join(z.namelist()))\nz.extractall(sys.argv[2])";
    const out = join(folder, "deep", "out");
    const { status, stderr } = spawnSync("python3", ["-c", script, join(folder, "a.zip"), out], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder).sort()).toEqual(["a.zip", "deep"]);
    expect(readdirSync(join(folder, "deep"))).toEqual(["out"]);
    const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      entries.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(out.length + 1), readFileSync(path, "utf8")];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("downloads", () => {
  const address = (file_path: string) => files.ask(getDownloadAddress, { file_path });
  const audited = async () =>
    (
      await files.pool.query(
        "select action, permission, kind, facts from user_action where user_id = $1 and token_id is null order by id desc",
        [files.userId],
      )
    ).rows[0];

  it("give a file as it is, once, and leave a trace", async () => {
    const { url, file_name } = await address("night.edf");
    expect(file_name).toBe("night.edf");
    const { status, headers, bytes: got } = await files.fetchBytes(url);
    expect([status, got.toString()]).toEqual([200, "night"]);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "5",
      "content-disposition": `attachment; filename="night.edf"; filename*=UTF-8''night.edf`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await audited()).toMatchObject({
      action: getDownloadAddress.path,
      permission: filesPermission[0],
      kind: "reading",
      facts: { patient_key: files.patient_id, file_id: expect.any(Number) },
    });
    const again = await files.fetchBytes(url);
    expect({ status: again.status, text: again.bytes.toString() }).toEqual(used);
  });

  it("name encrypted info files as such", async () => {
    expect((await address("Patient_2026/patient.info")).file_name).toBe("patient.info.encrypted");
  });

  it("of directories are archives, whose size is known before", async () => {
    const { url, file_name } = await address("Patient_2026");
    expect(file_name).toBe("Patient_2026.zip");
    const { headers, bytes: got } = await files.fetchBytes(url);
    expect(headers).toMatchObject({ "content-type": "application/zip", "content-length": String(got.length) });
    const entries = unzip(got);
    expect(Object.keys(entries)).toHaveLength(13);
    expect(entries["Patient_2026/Segment_7/ABP,na,Numeric,Float,IntelliVue,data"]).toBe("segment 7");
    expect(entries["Patient_2026/patient.info.encrypted"]).toBe("x".repeat(100));
    const inner = unzip((await files.fetchBytes((await address("Patient_2026/Segment_3")).url)).bytes);
    expect(inner).toEqual({ "Segment_3/ABP,na,Numeric,Float,IntelliVue,data": "segment 3" });
    expect(Object.keys(unzip((await files.fetchBytes((await address("")).url)).bytes))).toHaveLength(15);
  });

  it("also come from the call itself", async () => {
    const { world, token, project_id, patient_id } = files;
    const answer = await world.call(downloadFile, { project_id, patient_id, file_path: "night.edf" }, { token });
    expect(answer).toMatchObject({ status: 200, type: "application/octet-stream", text: "night" });
  });

  it("keep archives of hostile names in their folder", async () => {
    const key = await addPatient(files.pool, { ...files, workspaceId: files.world.workspaceId }, "hostile");
    const { storeUpload } = await import("../../support/stored-files.ts");
    const hostile = [
      ...["P/../../../up", "P//etc/passwd", "P/./x", "P/C:\\windows\\x", "P/\u202efdp.exe", "P/<img src=x onerror=1>"],
      ...["P/con", "P/a", "P/A", "P/ü", "P/u\u0308", "P/trailing. ", 'P/quote".csv\r\nx: y'],
    ];
    await storeUpload(
      { pool: files.pool, dataDir: files.world.dataDir },
      {
        patientKey: key,
        items: [{ kind: "cns", name: "P", files: hostile.map((path) => ({ path, content: bytes(path) })) }],
      },
    );
    const { url } = await files.ask(getDownloadAddress, { patient_id: key, file_path: "P" });
    const entries = unzip((await files.fetchBytes(url)).bytes);
    expect(Object.values(entries).sort()).toEqual([...hostile].sort());
    for (const name of Object.keys(entries)) expect(name).toMatch(/^P\/[^\\:*?"<>|\r\n]+$/);
    const header = await files.fetchBytes(
      (await files.ask(getDownloadAddress, { patient_id: key, file_path: 'P/quote".csv\r\nx: y' })).url,
    );
    expect(header.headers["content-disposition"]).toBe(
      `attachment; filename="quote_.csv__x_ y"; filename*=UTF-8''quote_.csv__x_%20y`,
    );
    expect(header.headers.x).toBeUndefined();
  });

  it("end with the session, its rights and their minute", async () => {
    const { pool, world, project_id, site_id, patient_id } = files;
    const person = await world.person(filesPermission, { projectIds: [project_id], siteIds: [site_id] });
    const token = await addToken(pool, person);
    const ask = async () =>
      (await world.answer(getDownloadAddress, { project_id, patient_id, file_path: "night.edf" }, { token })).url;
    const fetched = async (url: string) => {
      const { status, bytes: got } = await files.fetchBytes(url);
      return { status, text: got.toString() };
    };
    const url = await ask();
    await setScope(pool, person.id, { projectIds: [], siteIds: [] });
    expect((await fetched(url)).status).toBe(404);
    await setScope(pool, person.id, { projectIds: [project_id], siteIds: [site_id] });

    const late = await ask();
    await pool.query("update download_ticket set expires_at = now() - interval '1 second'");
    expect(await fetched(late)).toEqual(used);

    const refused = await ask();
    await pool.query("delete from user_role where user_id = $1", [person.id]);
    expect((await fetched(refused)).status).toBe(403);
    await pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [person.id, person.roleId]);

    const ended = await ask();
    await pool.query("delete from token where user_id = $1", [person.id]);
    expect(await fetched(ended)).toEqual(used);
    expect(await fetched("/v1/files/download?token=none")).toEqual(used);
    expect(await fetched("/v1/files/download")).toEqual(used);
    expect(await fetched("/v1/files/download?token=a&token=b")).toEqual(used);
  });

  it("of files that browsers reach by themselves come from the store", async () => {
    const { world, project_id, patient_id, token } = files;
    const granted: unknown[] = [];
    const store = {
      browserOrigin: "https://objects.example",
      head: async (key: string) => {
        const { rows } = await files.pool.query("select size_bytes from upload_file where id = $1", [
          key.split("/")[2],
        ]);
        return { key, size: Number(rows[0].size_bytes) };
      },
      presignGet: async (key: string, order: object) => {
        granted.push({ key, ...order });
        return "https://objects.example/signed";
      },
    };
    const session = await sessionOf(world.drizzle, token);
    if (session === null) throw new Error("no session");
    const caller = { session, address: "", origin: "", route: getDownloadAddress, workspaceId: 1, workspaceName: "" };
    const order = { project_id, patient_id, file_path: "Patient_2026/patient.info" };
    const stores = { of: () => store } as unknown as Stores;
    const deps = { db: world.drizzle, stores, log: { warn: () => undefined } };
    const { signal } = new AbortController();
    expect(await downloadAddress(deps, caller, order, signal)).toEqual({
      url: "https://objects.example/signed",
      file_name: "patient.info.encrypted",
    });
    expect(granted).toEqual([
      {
        key: expect.stringMatching(/^uploads\/\d+\/\d+$/),
        lifeMs: 60_000,
        fileName: "patient.info.encrypted",
        type: "application/octet-stream",
      },
    ]);
    expect(await audited()).toMatchObject({ action: getDownloadAddress.path });
    const directory = await downloadAddress(deps, caller, { ...order, file_path: "Patient_2026" }, signal);
    expect(directory.url).toMatch(/^\/v1\/files\/download\?token=/);
  });

  it("are used by one of many who come at once", async () => {
    const { url } = await address("night.edf");
    const answers = await Promise.all(Array.from({ length: 8 }, () => files.fetchBytes(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
  });

  it("say in a sentence that a part of a file is lost, and what to do", async () => {
    const { uploadId, fileIds } = await files.store({
      items: ["cut.edf", "gone.edf", "cut.csv"].map((name) => ({
        name,
        files: [{ path: name, content: bytes("a,b\n1,2\n".repeat(100)) }],
      })),
    });
    const objects = join(files.world.dataDir, "objects");
    const [cut, gone, table] = fileIds.map((id) => join(objects, ...uploadKey(uploadId, id).split("/")));
    for (const path of [cut, table]) truncateSync(path, 300);
    rmSync(gone);
    const { damaged } = filesText.refused;
    for (const file_path of ["cut.edf", "gone.edf", "cut.csv"])
      for (const route of [getDownloadAddress, downloadFile])
        expect(await files.refusal(route, { file_path })).toEqual({ status: 409, text: damaged });
    for (const route of [getCsvColumns, getFileContent])
      expect(await files.refusal(route, { file_path: "cut.csv" })).toEqual({ status: 409, text: damaged });
  });

  it("name the file of a directory of which a part is lost, before anything is sent", async () => {
    const { damagedIn } = filesText.refused;
    for (const count of [3, 40]) {
      const name = `Lost ${count}`;
      const parts = Array.from({ length: count }, (_, k) => ({ path: `${name}/${k}`, content: bytes(`part ${k}`) }));
      const { uploadId, fileIds } = await files.store({ items: [{ kind: "natus", name, files: parts }] });
      const [, cut, gone] = fileIds.map((id) => join(files.world.dataDir, "objects", uploadKey(uploadId, id)));
      truncateSync(cut, 3);
      for (const route of [getDownloadAddress, downloadFile])
        expect(await files.refusal(route, { file_path: name })).toEqual({
          status: 409,
          text: damagedIn(`${name}/1`, 0),
        });
      rmSync(gone);
      expect((await files.refusal(downloadFile, { file_path: name })).text).toBe(damagedIn(`${name}/1`, 1));
      expect((await address(`${name}/0`)).file_name).toBe("0");
    }
  });

  it("break off when a file goes away meanwhile, and close what is open when the reader goes away", async () => {
    const big = Buffer.alloc(20 * 1024 * 1024, 1);
    const { uploadId, fileIds } = await files.store({
      items: [
        {
          kind: "natus",
          name: "Broken",
          files: [
            { path: "Broken/a", content: big },
            { path: "Broken/b", content: bytes("b") },
          ],
        },
        {
          kind: "natus",
          name: "Big",
          files: [
            { path: "Big/a", content: big },
            { path: "Big/b", content: big },
          ],
        },
      ],
    });
    const [toBroken, toBig] = [(await address("Broken")).url, (await address("Big")).url];
    await files.world.app.http.listen({ port: 0, host: "127.0.0.1" });
    const place = files.world.app.http.server.address() as { port: number };
    const broken = await fetch(`http://localhost:${place.port}${toBroken}`);
    rmSync(join(files.world.dataDir, "objects", uploadKey(uploadId, fileIds[1])));
    await expect(broken.arrayBuffer()).rejects.toThrow();

    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    const socket = connect(place.port, "127.0.0.1");
    socket.write(`GET ${toBig} HTTP/1.1\r\nhost: localhost:${place.port}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await expect.poll(openFiles).toBeLessThanOrEqual(before);
  });

  describe("while they are sent", () => {
    let port: number;
    let person: Awaited<ReturnType<FilesTestWorld["world"]["person"]>>;
    const big = Buffer.alloc(20 * 1024 * 1024, 1);

    beforeAll(async () => {
      await files.store({ items: [{ kind: "natus", name: "Long", files: [{ path: "Long/a", content: big }] }] });
      if (!files.world.app.http.server.listening) await files.world.app.http.listen({ port: 0, host: "127.0.0.1" });
      port = (files.world.app.http.server.address() as { port: number }).port;
      const { project_id, site_id } = files;
      person = await files.world.person(filesPermission, { projectIds: [project_id], siteIds: [site_id] });
    });

    const opened: Socket[] = [];
    afterEach(() => {
      for (const socket of opened.splice(0)) socket.destroy();
    });

    /** A call, at the address where the server listens. */
    const ask = <R extends Route>(route: R, body: object, token: string) =>
      files.world.answer(route, body, { token, headers: { host: `localhost:${port}` } });
    /** A download whose first bytes have come, and that is taken no further. */
    async function begun(token: string) {
      const { project_id, patient_id } = files;
      const { url } = await ask(getDownloadAddress, { project_id, patient_id, file_path: "Long" }, token);
      const socket = connect(port, "127.0.0.1");
      opened.push(socket);
      socket.on("error", () => undefined); // it is broken off
      const closed = new Promise((resolve) => socket.once("close", resolve)); // it may be before anybody waits for it
      socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
      const head = await new Promise<string>((resolve) =>
        socket.once("data", (data) => resolve(data.toString("latin1"))),
      );
      socket.pause();
      return { socket, closed, status: Number(head.split(" ", 2)[1]) };
    }
    /** Bytes that still come. */
    async function rest({ socket, closed }: { socket: Socket; closed: Promise<unknown> }): Promise<number> {
      let count = 0;
      socket.on("data", (data) => {
        count += data.length;
      });
      socket.resume();
      await closed;
      return count;
    }

    it("break off when the session ends, and others' go on", async () => {
      const [token, other] = [await addToken(files.pool, person), await addToken(files.pool, person)];
      const [mine, theirs] = [await begun(token), await begun(other)];
      await ask(logOut, {}, token);
      expect(await rest(mine)).toBeLessThan(big.length);
      let whole = 0;
      theirs.socket.on("data", (data) => {
        whole += data.length;
      });
      theirs.socket.resume();
      await expect.poll(() => whole).toBeGreaterThan(big.length - 1024 * 1024);
    });

    it("break off when the permission or the patient's site is lost", async () => {
      const { pool, project_id, site_id, world } = files;
      const token = await addToken(pool, person);
      const tell = () =>
        world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [person.id] });
      const placed = await begun(token);
      await setScope(pool, person.id, { projectIds: [project_id], siteIds: [] });
      tell();
      expect(await rest(placed)).toBeLessThan(big.length);
      await setScope(pool, person.id, { projectIds: [project_id], siteIds: [site_id] });
      const allowed = await begun(token);
      await pool.query("delete from user_role where user_id = $1", [person.id]);
      tell();
      expect(await rest(allowed)).toBeLessThan(big.length);
      await pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [person.id, person.roleId]);
    });

    it("are counted, by address too", async () => {
      const token = await addToken(files.pool, person);
      const open = await Promise.all(Array.from({ length: openLimits.downloads }, () => begun(token)));
      expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
      expect((await begun(token)).status).toBe(429);
    });
  });
});
