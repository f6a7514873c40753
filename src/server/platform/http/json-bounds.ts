/** What a JSON body may be made of: counted while it comes, because parsing it stops everybody else. */
import type { IncomingHttpHeaders } from "node:http";
import { type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { withoutNulls } from "../optional-nulls.ts";

export interface JsonLimits {
  /** Commas, colons and opening brackets. */
  marks: number;
  /** Colons and opening brackets: names, objects and lists, which cost the most. */
  members: number;
}
/** 50,000 declared files have 600,000 marks. */
export const largeBody: JsonLimits = { marks: 1_000_000, members: 1_000_000 };
/** What has no size of its own: a stream of 512 channels has 4,200 members. 27,000 names took up to 30 ms. */
export const ordinaryBody: JsonLimits = { marks: 1_000_000, members: 10_000 };
/** Shorter ones are parsed in a fraction of a millisecond, whatever they are made of. */
const smallBytes = 8 * 1024;
const deepest = 32;

const [quote, backslash, comma, colon, array, arrayEnd, object, objectEnd] = Buffer.from('"\\,:[]{}');

/** Not of a call of ours. Fastify answers with the status. */
class JsonRefused extends Error {
  override readonly name = "JsonRefused";
  readonly statusCode = 400;
}

/** Passes the text on as it is; fails when it nests deeper or has more members than any call needs. */
export class JsonBounds extends Transform {
  private depth = 0;
  private marks = 0;
  private members = 0;
  private isString = false;
  private isEscaped = false;

  constructor(private readonly limits: JsonLimits) {
    super();
  }

  override _transform(bytes: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.isFine) this.count(bytes);
    // What follows is taken in and thrown away: it stands before the next request of the connection.
    done(null, this.isFine ? bytes : undefined);
  }

  override _flush(done: TransformCallback): void {
    done(this.isFine ? null : new JsonRefused());
  }

  private get isFine(): boolean {
    return this.depth <= deepest && this.marks <= this.limits.marks && this.members <= this.limits.members;
  }

  private count(bytes: Uint8Array): void {
    // Locals: this runs for every byte.
    let depth = this.depth;
    let marks = this.marks;
    let members = this.members;
    let isString = this.isString;
    let isEscaped = this.isEscaped;
    for (let k = 0; k < bytes.length && depth <= deepest; k++) {
      const byte = bytes[k];
      if (isEscaped) isEscaped = false;
      else if (isString) {
        if (byte === quote) isString = false;
        else if (byte === backslash) isEscaped = true;
      } else if (byte === quote) isString = true;
      else if (byte === comma) marks++;
      else if (byte === colon) {
        marks++;
        members++;
      } else if (byte === array || byte === object) {
        marks++;
        members++;
        depth++;
      } else if (byte === arrayEnd || byte === objectEnd) depth--;
    }
    this.depth = depth;
    this.marks = marks;
    this.members = members;
    this.isString = isString;
    this.isEscaped = isEscaped;
  }
}

/** Whether a request has no body, or says that it is too short to hold anybody up. */
export const isSmallBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= smallBytes;

/** The body through its bounds. It may fail unread: whoever refused the request by its head no longer listens. */
export function boundedJson(body: Readable, limits: JsonLimits): Readable {
  const bounds = new JsonBounds(limits);
  bounds.on("error", () => undefined); // a failure that nobody hears would end the process
  body.once("error", (error) => bounds.destroy(error));
  body.once("close", () => {
    if (!body.readableEnded) bounds.destroy(new JsonRefused());
  });
  return body.pipe(bounds);
}

/**
 * Says of a body that it is wrong, and nothing more: whoever lists every fault of a hostile one has no memory left for
 * others, and nobody is shown the list. Null for a member that need not be there leaves it out. Members of a query string
 * have the types of the body's by now (query-string.ts); paths and headers have no schema.
 */
export const validatorOf: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const compiled = Compile(schema);
  const wrong = [{ keyword: "type", instancePath: "", schemaPath: "", params: {}, message: "is not as declared" }];
  return (value: unknown) => {
    if (compiled.Check(value)) return { value };
    const bare = withoutNulls(schema, value);
    return bare !== value && compiled.Check(bare) ? { value: bare } : { error: wrong as never };
  };
};
