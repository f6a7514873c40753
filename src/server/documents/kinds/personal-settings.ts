import { PersonalSettings, personalSettingsKind } from "../../../protocol/personal-settings.ts";
import type { DocumentKind } from "../kinds.ts";

/** How one person likes to see CONNECT. Every property is changed by itself; there is nothing to conflict. */
export const personalSettings: DocumentKind = {
  kind: personalSettingsKind,
  schema: PersonalSettings,
  migrations: [],
  examples: [
    {
      theme: "dark",
      clock: 24,
      pace: "hold",
      at_annotations: { act: "slow", filter: "tag:seizure", factor: 10, margin_s: 5 },
      coverage: { show: "everyone", page: 30 },
      sidebar: "collapsed",
      shortcuts: "off",
      display: { group: 12, display: 3 },
      tables: { "user actions": { columns: { patient_key: true, permission: false } } },
    },
  ],
  scopes: ["Personal"],
  needs: "session",
  own: {},
  properties: [
    ["theme"],
    ["clock"],
    ["pace"],
    ["at_annotations"],
    ["coverage"],
    ["sidebar"],
    ["shortcuts"],
    ["display"],
    ["tables", "*", "columns", "*"],
  ],
  limits: { bytes: 32 * 1024, perPerson: 1, shared: 0, name: 0 },
};
