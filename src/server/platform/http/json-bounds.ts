/** What a large JSON body may be made of: counted while it comes, because parsing it stops everybody else. */
import { type Readable, Transform, type TransformCallback } from "node:stream";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { withoutNulls } from "../optional-nulls.ts";

/** Commas, colons and opening brackets: 50,000 declared files have 600,000. */
const mostMarks = 1_000_000;
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
  private isString = false;
  private isEscaped = false;

  override _transform(bytes: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.isFine) this.count(bytes);
    // What follows is taken in and thrown away: it stands before the next request of the connection.
    done(null, this.isFine ? bytes : undefined);
  }

  override _flush(done: TransformCallback): void {
    done(this.isFine ? null : new JsonRefused());
  }

  private get isFine(): boolean {
    return this.depth <= deepest && this.marks <= mostMarks;
  }

  private count(bytes: Uint8Array): void {
    // Locals: this runs for every byte.
    let depth = this.depth;
    let marks = this.marks;
    let isString = this.isString;
    let isEscaped = this.isEscaped;
    for (let k = 0; k < bytes.length && depth <= deepest; k++) {
      const byte = bytes[k];
      if (isEscaped) isEscaped = false;
      else if (isString) {
        if (byte === quote) isString = false;
        else if (byte === backslash) isEscaped = true;
      } else if (byte === quote) isString = true;
      else if (byte === comma || byte === colon) marks++;
      else if (byte === array || byte === object) {
        marks++;
        depth++;
      } else if (byte === arrayEnd || byte === objectEnd) depth--;
    }
    this.depth = depth;
    this.marks = marks;
    this.isString = isString;
    this.isEscaped = isEscaped;
  }
}

/** The body through its bounds. It may fail unread: whoever refused the request by its head no longer listens. */
export function boundedJson(body: Readable): Readable {
  const bounds = new JsonBounds();
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
