import Type, { type Static } from "typebox";
import { montageProblem } from "../../../domain/montage/own-montage.ts";
import { eegMontageKind, montageLimits } from "../../../protocol/montages.ts";
import type { ContentProblem, DocumentKind } from "../kinds.ts";

const strict = { additionalProperties: false } as const;

const Content = Type.Object(
  {
    /** From the top of the screen down. */
    channels: Type.Array(
      Type.Object({ first: Type.String(), second: Type.String(), alias: Type.Optional(Type.String()) }, strict),
      { maxItems: 200 },
    ),
  },
  strict,
);
export type EegMontageContent = Static<typeof Content>;

/** A montage of a person, or one that the workspace shares. */
export const eegMontage: DocumentKind = {
  kind: eegMontageKind,
  schema: Content,
  migrations: [],
  examples: [
    {
      channels: [
        { first: "Fp1", second: "F7" },
        { first: "C3", second: "AVG", alias: "left" },
        { first: "DIFF1+", second: "REF" },
      ],
    },
  ],
  scopes: ["Personal", "Shared"],
  needs: ["visualize_data"],
  own: null,
  properties: [],
  problem: (content) => problemOf(content as EegMontageContent),
  limits: {
    bytes: 16 * 1024,
    perPerson: montageLimits.perPerson,
    shared: montageLimits.shared,
    name: montageLimits.name,
  },
};

const problems = {
  count: { status: 409, code: "too_many_channels" },
  channel: { status: 400, code: "bad_montage" },
} as const;

function problemOf({ channels }: EegMontageContent): ContentProblem | null {
  const problem = montageProblem(channels);
  return problem === null ? null : { ...problems[problem.about], sentence: problem.message };
}
