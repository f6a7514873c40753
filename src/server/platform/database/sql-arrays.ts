/** Small things every statement of the administration is made of. */
import { type SQL, sql } from "drizzle-orm";

/** A list as one parameter, so that a statement is the same whatever the length of the list. */
export const intArray = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::int[]`;
export const textArray = (texts: readonly string[]): SQL => sql`${sql.param([...texts])}::text[]`;
