/** Single values that many calls carry, said once. Limits are those of requests; answers are not checked. */
import Type, { type TSchema } from "typebox";

/** Key of a row: what an `integer` of the database holds. */
export const RowKey = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** A moment, epoch milliseconds. */
export const EpochMs = Type.Number();
/** Name of a time zone, "America/New_York". */
export const Timezone = Type.String({ minLength: 1, maxLength: 64 });
/** What a patient is called at a site. */
export const PatientIdentifier = Type.String({ minLength: 1, maxLength: 256 });
/**
 * 128 random bits of a client, as 32 hexadecimal digits. In a call that makes something: the same again, after an answer that did not
 * arrive, is answered with what was made, and makes nothing twice.
 */
export const RequestKey = Type.String({ pattern: "^[0-9a-f]{32}$" });
/** A patient of whom the rest of a request speaks: what the site calls it, or its key. */
export const PatientName = Type.Union([Type.String({ maxLength: 256 }), RowKey]);
/** The same of a project and a site: a text is what the site calls the patient, a number its key. */
export const PatientAt = Type.Union([RowKey, PatientIdentifier]);
/** Parts separated by "/" from the top of what was uploaded, or of the patient, on; "" is the top. Never a path on a disk. */
export const FilePath = Type.String({ maxLength: 1024 });
/** Pages of lists are counted from 1. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const TextOrNull = orNull(Type.String());
export const NumberOrNull = orNull(Type.Number());
export const IntegerOrNull = orNull(Type.Integer());
export const EpochMsOrNull = orNull(EpochMs);
