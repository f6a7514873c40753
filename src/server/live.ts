/** `npm run live -- FILE --patient ID`: sends an EDF or BDF file as a bedside gateway would, while it seems to be recorded. */
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { SourceRefused } from "../domain/files/source-refused.ts";
import { getToken } from "../protocol/accounts.ts";
import { createGateway } from "../protocol/live.ts";
import { getPatients } from "../protocol/patients.ts";
import { defaultTimezone } from "../protocol/recordings.ts";
import type { AnswerOf, BodyOf, Route } from "../protocol/route.ts";
import { type EdfReader, openEdf } from "./ingest/edf/index.ts";
import { ImportFailed } from "./ingest/failures.ts";
import { gatewayClient, SendRefused } from "./live/sender/gateway-client.ts";
import { sendRecording } from "./live/sender/send.ts";
import { tellIfAsked } from "./platform/start/help.ts";

const usage = `Usage: npm run live -- FILE --patient ID [options]

  Sends an EDF or BDF file as a bedside gateway would (src/server/live/README.md): in pieces of 250 ms, as if it were
  recorded now. Ctrl+C leaves the recording open; the same command with the
  same credential goes on with it.

  --patient ID       what the site calls the patient, or the patient's key
  --credential TEXT  of the gateway, by default CONNECT_GATEWAY_CREDENTIAL
  --email ADDRESS    without a credential: who makes a gateway for the patient; the password is asked for, or CONNECT_PASSWORD
  --server URL       http://localhost:8080 by default
  --speed X          so many times as fast as it was recorded, 1 by default; the end is then now, unless --keep-times
  --keep-times       the times of the file instead of now
  --key KEY          name of the recording at the gateway; made of the file's name, patient and speed by default
  --name NAME        name of the recording in the list of files, that of the file by default
  --timezone ZONE    zone of the recording, ${defaultTimezone} by default`;
const refusedCode = 2;
const interruptedCode = 130;
const fastest = 10_000;

interface Order {
  file: string;
  patient: string;
  credential?: string;
  email?: string;
  server: string;
  speed: number;
  key?: string;
  name?: string;
  timezone: string;
  keepTimes: boolean;
}

async function main(): Promise<number> {
  tellIfAsked(usage);
  const order = readOrder();
  if (typeof order === "string") {
    console.error(order);
    return refusedCode;
  }
  const cancel = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cancel.abort());
  const line = statusLine();
  try {
    const reader = await openEdf(order.file, { timezone: order.timezone });
    const client = gatewayClient({
      server: order.server,
      credential: await credentialOf(order),
      signal: cancel.signal,
      onTrouble: (why) => line.say(why === null ? "The server takes it again." : `${why} It is tried again.`),
    });
    const patients = await client.patients();
    const found = patients.filter(
      ({ patient_id, patient_identifier }) =>
        patient_identifier === order.patient || String(patient_id) === order.patient,
    );
    if (found.length !== 1)
      throw new SendRefused(
        found.length === 0
          ? `The gateway may not send for a patient "${order.patient}".`
          : `Several patients are called "${order.patient}": give the key of one, ${found.map(({ patient_id }) => patient_id).join(" or ")}.`,
      );
    const { stream, seconds } = await sendRecording({
      ...{ reader, client, speed: order.speed, startMs: startOf(order, reader), signal: cancel.signal },
      order: { patient_id: found[0].patient_id, stream_key: keyOf(order), name: order.name ?? basename(order.file) },
      onSent: ({ seconds: sent, lateMs }) =>
        line.show(`${duration(sent)} sent${lateMs > 2000 ? `, ${Math.round(lateMs / 1000)} s late` : ""}`),
    });
    line.say(`${order.file}: sent as recording ${stream} (${duration(seconds)}), and closed.`);
    return 0;
  } catch (error) {
    line.clear();
    if (cancel.signal.aborted) {
      console.error(
        `${order.file}: stopped. The recording stays open: the same command goes on with it, with the same credential.`,
      );
      return interruptedCode;
    }
    const isPlain = [SendRefused, SourceRefused, ImportFailed].some((kind) => error instanceof kind);
    if (isPlain) console.error(`${order.file}: ${(error as Error).message}`);
    else if ((error as NodeJS.ErrnoException).code === "ENOENT") console.error(`There is no file ${order.file}.`);
    else console.error(`${order.file}: could not be sent.`, error);
    return refusedCode;
  }
}

/** What the command line asks for, or the sentence that says what is wrong with it. */
function readOrder(): Order | string {
  const text = { type: "string" } as const;
  const options = {
    ...{
      patient: text,
      credential: text,
      email: text,
      server: text,
      speed: text,
      key: text,
      name: text,
      timezone: text,
    },
    "keep-times": { type: "boolean" } as const,
  };
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { patient, speed = "1", server = "http://localhost:8080", timezone = defaultTimezone } = values;
    if (positionals.length !== 1 || patient === undefined) return usage;
    const pace = Number(speed);
    if (!(pace >= 0.1 && pace <= fastest)) return `--speed must be a number from 0.1 to ${fastest}.`;
    if (!URL.canParse(server)) return `--server must be an address such as http://localhost:8080, not "${server}".`;
    const { credential, email, key, name } = values;
    const keepTimes = values["keep-times"] ?? false;
    return {
      ...{ file: positionals[0], patient, credential, email, key, name, timezone, keepTimes },
      ...{ server: new URL(server).origin, speed: pace },
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${usage}`;
  }
}

/** When the first sample is said to be recorded: so that nothing lies in the future. */
function startOf({ speed, keepTimes }: Order, { head, timeline }: EdfReader): number {
  if (keepTimes) return head.startMs;
  const [first, last] = [timeline[0], timeline.at(-1)];
  const lastsMs =
    first === undefined || last === undefined ? 0 : (last.onset + last.to - first.onset - first.from) * 1000;
  return Date.now() - Math.max(0, lastsMs - lastsMs / speed);
}

/** The same for the same command. */
const keyOf = ({ key, file, patient, speed }: Order): string =>
  key ?? `${basename(file)}-${patient}-${speed}`.replace(/[^A-Za-z0-9._:-]/g, "_").slice(0, 128);

/** @throws SendRefused */
async function credentialOf({ credential, email, server, patient }: Order): Promise<string> {
  const given = credential ?? process.env.CONNECT_GATEWAY_CREDENTIAL;
  if (given !== undefined && given !== "") return given;
  if (email === undefined)
    throw new SendRefused(
      "A gateway needs a credential: --credential, CONNECT_GATEWAY_CREDENTIAL, or --email to make one.",
    );
  const { token } = await ask(server, getToken, { email, password: await passwordOf(email) });
  const filters = [{ field: "id", operator: "contains" as const, value: patient }];
  const { data } = await ask(server, getPatients, { rows_per_page: 500, filters }, token);
  const named = data.filter(({ patient_identifier }) => patient_identifier === patient);
  const patient_ids = named.map(({ patient_key }) => patient_key);
  if (named.length === 0 && /^[1-9]\d{0,8}$/.test(patient)) patient_ids.push(Number(patient));
  if (patient_ids.length === 0) throw new SendRefused(`There is no patient "${patient}".`);
  const made = await ask(server, createGateway, { name: "npm run live", patient_ids }, token);
  console.log(
    `Made a gateway. Its credential, shown this once:\n  export CONNECT_GATEWAY_CREDENTIAL=${made.credential}`,
  );
  return made.credential;
}

async function passwordOf(email: string): Promise<string> {
  const given = process.env.CONNECT_PASSWORD;
  if (given !== undefined && given !== "") return given;
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) throw new SendRefused("The password is asked for at a terminal, or taken from CONNECT_PASSWORD.");
  output.write(`Password of ${email}: `);
  const hidden = createInterface({ input, terminal: true }); // without an output nothing is echoed
  try {
    return await hidden.question("");
  } finally {
    hidden.close();
    output.write("\n");
  }
}

async function ask<R extends Route>(server: string, route: R, body: BodyOf<R>, token?: string): Promise<AnswerOf<R>> {
  const headers = { "content-type": "application/json", ...(token === undefined ? {} : { authorization: token }) };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(server + route.path, options).catch(() => {
    throw new SendRefused(`There is no server at ${server}.`);
  });
  const text = await response.text();
  if (!response.ok) throw new SendRefused(text);
  return JSON.parse(text) as AnswerOf<R>;
}

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return [hours, minutes, Math.floor(seconds % 60)].map((part) => String(part).padStart(2, "0")).join(":");
}

/** One line of a terminal that is written over, and sentences that stay. */
function statusLine() {
  const { stderr } = process;
  let shown = 0;
  const clear = () => void (stderr.isTTY && stderr.write("\r\x1b[K"));
  return {
    clear,
    show(text: string) {
      const now = performance.now();
      if (!stderr.isTTY || now - shown < 200) return;
      shown = now;
      stderr.write(`\r\x1b[K${text}`);
    },
    say(sentence: string) {
      clear();
      console.log(sentence);
    },
  };
}

process.exitCode = await main();
