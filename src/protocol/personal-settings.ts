/** The document of the kind "personal_settings": how one person likes to see CONNECT, on every computer. Each has one. */
import Type, { type Static } from "typebox";
import { RowKey } from "./scalars.ts";

export const personalSettingsKind = "personal_settings";
export const personalSettingsVersion = 1;

const Id = "^(?!__)[A-Za-z0-9_ .:-]{1,64}$";
const strict = { additionalProperties: false } as const;
const choice = <const Values extends readonly (string | number)[]>(values: Values) =>
  Type.Optional(Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value)))));

export const slowFactors = { least: 2, most: 1000 } as const;
export const mostMarginSeconds = 600;
export const mostFilterLength = 200;

export const AtAnnotations = Type.Object(
  {
    act: Type.Unsafe<"nothing" | "slow" | "stop">(
      Type.Union([Type.Literal("nothing"), Type.Literal("slow"), Type.Literal("stop")]),
    ),
    /** A search as the list of annotations understands it; empty: all of them. */
    filter: Type.String({ maxLength: mostFilterLength }),
    /** So many times slower. */
    factor: Type.Number({ minimum: slowFactors.least, maximum: slowFactors.most }),
    /** Before and after each, seconds. */
    margin_s: Type.Number({ minimum: 0, maximum: mostMarginSeconds }),
  },
  strict,
);
export type AtAnnotations = Static<typeof AtAnnotations>;

/** What a person did not choose is not there. */
export const PersonalSettings = Type.Object(
  {
    theme: choice(["light", "dark"]),
    /** Hours of the clock that times are written in. */
    clock: choice([12, 24]),
    /** What playback does while data are late (domain/time/pace.ts). */
    pace: choice(["slow", "hold", "keep"]),
    /** What playback does at annotations (domain/time/course.ts); absent: nothing. */
    at_annotations: Type.Optional(AtAnnotations),
    /** Whose reviewed time the timeline shows, of pages of up to so many seconds (0: any); absent: one's own, any. */
    coverage: Type.Optional(
      Type.Object(
        {
          show: Type.Unsafe<"mine" | "everyone" | "hidden">(
            Type.Union([Type.Literal("mine"), Type.Literal("everyone"), Type.Literal("hidden")]),
          ),
          page: Type.Unsafe<0 | 15 | 30 | 60>(
            Type.Union([Type.Literal(0), Type.Literal(15), Type.Literal(30), Type.Literal(60)]),
          ),
        },
        strict,
      ),
    ),
    sidebar: choice(["open", "collapsed"]),
    /** Keyboard shortcuts of reviews; absent: on. */
    shortcuts: choice(["on", "off"]),
    /** The display of reviews that was chosen last, and its group. */
    display: Type.Optional(
      Type.Object({ group: RowKey, display: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) }, strict),
    ),
    /** By the name of the table. */
    tables: Type.Optional(
      Type.Record(
        Type.String({ pattern: Id }),
        Type.Object(
          {
            /** Columns that are shown, or not, other than at first. */
            columns: Type.Optional(
              Type.Record(Type.String({ pattern: Id }), Type.Boolean(), { ...strict, maxProperties: 100 }),
            ),
          },
          strict,
        ),
        { ...strict, maxProperties: 100 },
      ),
    ),
  },
  strict,
);
export type PersonalSettings = Static<typeof PersonalSettings>;
