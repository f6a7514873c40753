/** An external EEG image service for tests: it speaks the contract of src/server/eeg-service/README.md, or misbehaves as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A GIF of that size, whose only frame is a pixel. */
export function plainGif(width: number, height: number, comment = ""): Buffer {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\xff\xff\xff\0\0\0", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const said = Buffer.from(comment, "latin1").subarray(0, 255);
  const extension = said.length === 0 ? [] : [Buffer.from([0x21, 0xfe, said.length]), said, Buffer.from([0])];
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([head, ...extension, frame]);
}

/** A GIF of that size in one colour: codes of 8 bits that begin anew before they would grow, so that each pixel is a byte. */
export function filledGif(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const [clear, end, most] = [0x80, 0x81, 126];
  const head = Buffer.from("GIF89a\0\0\0\0\xf6\0\0", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  const part = Buffer.alloc(most + 2);
  [part[0], part[1]] = [most + 1, clear];
  const whole = Array<Buffer>(Math.ceil((width * height) / most)).fill(part);
  return Buffer.concat([
    head,
    Buffer.alloc(3 * 128, Buffer.from(colour)),
    frame,
    ...whole,
    Buffer.from([1, end, 0, 0x3b]),
  ]);
}

export interface AskedOfService {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

export type Answer = (asked: AskedOfService, response: ServerResponse) => void;

const json = (response: ServerResponse, answer: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));

/** What a service answers that keeps to the contract, with pictures that are drawn like this. */
export const serviceDrawing =
  (draw: (width: number, height: number) => Buffer): Answer =>
  ({ path, body }, response) => {
    const { page_id, settings_hash, data_object_id, width, height } = body;
    const image = () => draw(Number(width), Number(height)).toString("base64");
    if (path === "/v1/recording_info") json(response, { start_time_milliseconds: 1000, end_time_milliseconds: 2000 });
    else if (path === "/v1/eeg_montages") json(response, { montages: [{ name: "Theirs" }] });
    else if (path === "/v1/eeg_image" || path === "/v1/trend_image")
      json(response, { page_id, settings_hash, data_object_id, image: image() });
    else if (path === "/v1/trend_labels") {
      const labels = draw(Number(body.label_width), Number(height)).toString("base64");
      json(response, { width, height, titles: image(), labels });
    } else if (path === "/v1/eeg_labels") json(response, { width, height, image: image() });
    else response.writeHead(404).end();
  };

export const goodService = serviceDrawing(plainGif);

export interface TestEegService {
  readonly url: string;
  readonly asked: AskedOfService[];
  /** Of all calls from now on. */
  answer: Answer;
  close(): Promise<void>;
}

export async function startEegService(answer: Answer = goodService): Promise<TestEegService> {
  const asked: AskedOfService[] = [];
  const read = async (request: IncomingMessage): Promise<AskedOfService> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization } = request.headers;
    return { path: request.url ?? "", authorization, body: JSON.parse(Buffer.concat(parts).toString() || "{}") };
  };
  const http = createServer(async (request, response) => {
    const one = await read(request);
    asked.push(one);
    service.answer(one, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const service: TestEegService = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    answer,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return service;
}
