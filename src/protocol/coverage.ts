/** What of a recording was on the screen, at what page length, by whom (src/domain/coverage). */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, RowKey } from "./scalars.ts";

export const coverageLimits = {
  /** Of one page length and depth in one call. */
  spans: 1000,
  /** Of one page length and depth that are kept of a person; where there are more the shortest go. */
  kept: 4000,
  /** Whose coverage an answer holds: those who looked last. */
  people: 50,
} as const;

/** Pages of up to so many seconds; 0: longer ones. */
export const coveragePages = [15, 30, 60, 0] as const;
export type CoveragePage = (typeof coveragePages)[number];
/** "reviewed": it stood complete on the screen for a second; "skimmed": for less. */
export const coverageDepths = ["reviewed", "skimmed"] as const;
export type CoverageDepth = (typeof coverageDepths)[number];

const oneOf = <const Values extends readonly (string | number)[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

const rowOf = (most: number) =>
  Type.Object(
    {
      page: oneOf(coveragePages),
      depth: oneOf(coverageDepths),
      /** [from, to, from, to, ...] in whole seconds from the start of the recording. */
      spans: Type.Array(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), { maxItems: 2 * most }),
    },
    { additionalProperties: false },
  );
export const CoverageRow = rowOf(coverageLimits.spans);
export type CoverageRow = Static<typeof CoverageRow>;

const rows = coveragePages.length * coverageDepths.length;
const Rows = Type.Array(CoverageRow, { maxItems: rows });

export const PersonCoverage = Type.Object({
  full_name: Type.String(),
  is_own: Type.Boolean(),
  /** When something was added last. */
  at: EpochMs,
  seen: Type.Array(rowOf(coverageLimits.kept), { maxItems: rows }),
});
export type PersonCoverage = Static<typeof PersonCoverage>;

const call = { needs: ["visualize_data"], refusals: "errorMessage" } as const;

export const addCoverage = route("/v1/coverage/add_coverage", {
  ...call,
  summary:
    "Adds what the caller had on the screen of a recording to what they had before; the same again changes nothing.",
  body: Type.Object({ data_object_id: RowKey, seen: Rows }),
  answer: Type.Object({}),
});

export const getCoverage = route("/v1/coverage/get_coverage", {
  ...call,
  summary: "What of a recording was on the screen, of everybody who had it there, the caller first.",
  body: Type.Object({ data_object_id: RowKey }),
  answer: Type.Object({ people: Type.Array(PersonCoverage) }),
});

/** Why a call about coverage was refused, beside what every call may be. */
export type CoverageRefusal = "recording_not_found" | "bad_coverage" | "too_many_changes";
