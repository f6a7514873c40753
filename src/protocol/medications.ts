/** What is understood of a medication table (formats.md section 5). */

export const medicationFields = ["drug", "start", "end", "amount", "amountUnit", "rate", "rateUnit", "route"] as const;
export type MedicationField = (typeof medicationFields)[number];
