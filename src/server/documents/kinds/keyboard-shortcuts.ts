import Type from "typebox";
import { firstShortcuts, type StoredShortcuts, shortcutsProblem } from "../../../domain/shortcuts/configs.ts";
import { ShortcutTemplate, shortcutsKind, Triggers } from "../../../protocol/shortcuts.ts";
import type { DocumentKind } from "../kinds.ts";

const strict = { additionalProperties: false } as const;
const Id = Type.String({ pattern: "^(?!__)[A-Za-z0-9_.:-]{1,64}$" });

/** Keys that one person chose, and their custom annotation shortcuts. Saved whole, by the calls of `../shortcuts`. */
export const keyboardShortcuts: DocumentKind = {
  kind: shortcutsKind,
  schema: Type.Object(
    {
      triggers: Type.Record(Type.String({ pattern: "^(?!__)[a-z0-9_]{1,64}$" }), Triggers, {
        ...strict,
        maxProperties: 300,
      }),
      custom: Type.Array(Type.Object({ id: Id, triggers: Triggers, data: ShortcutTemplate }, strict), {
        maxItems: 1000,
      }),
      next: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    },
    strict,
  ),
  migrations: [],
  examples: [
    {
      triggers: { next_page: ["n", "ArrowRight"], of_a_later_version: ["x", null] },
      custom: [
        {
          id: "custom_4",
          triggers: ["1", null],
          data: {
            annotation_text: "Seizure",
            annotation_description: "Onset to offset",
            modalities: ["Fp1", "Fp2"],
            color: "#FF0000",
            opacity: 0.2,
            tags: ["seizure"],
            kind: "note",
          },
        },
      ],
      next: 5,
    },
  ],
  scopes: ["Personal"],
  needs: ["visualize_data"],
  own: { ...firstShortcuts },
  properties: [],
  problem: (content) => {
    const problem = shortcutsProblem(content as unknown as StoredShortcuts);
    return problem === null
      ? null
      : { status: problem.code === "too_many_shortcuts" ? 409 : 400, code: problem.code, sentence: problem.sentence };
  },
  limits: { bytes: 384 * 1024, perPerson: 1, shared: 0, name: 0 },
};
