/** What the environment says about uploads (spec 000 sections 3 and 9). */
import { type PatientIdType, patientIdTypes } from "../../../protocol/uploads.ts";
import { choiceOf, type Environment, emailOf, integerOf, textOf } from "./environment.ts";
import { StartRefused } from "./start-refused.ts";

export interface UploadConfig {
  hasCns: boolean;
  hasNatus: boolean;
  hasMedications: boolean;
  hasEdf: boolean;
  hasForm: boolean;
  hasPhiWarning: boolean;
  /** Browsers encrypt patient.info and admission.info before they send them. */
  hasEncryption: boolean;
  /** 32 bytes; null: made once and kept in the data folder. */
  encryptionKey: Buffer | null;
  /** Of new patients. */
  patientIdLength: number;
  patientIdType: PatientIdType;
  /** Where failed uploads are reported; null: to everyone who administers users. */
  supportEmail: string | null;
  /** Most that the uploads of one user which are not finished may hold together. */
  quotaBytes: number;
}

const keyBytes = 32;
const TiB = 1024 ** 4;

/** @throws StartRefused with a plain sentence about what is wrong. */
export function uploadConfigOf(env: Environment): UploadConfig {
  const isOn = (name: string, fallback: "on" | "off" = "on") => choiceOf(env, name, ["on", "off"], fallback) === "on";
  const hasEncryption = isOn("ENCRYPT", "off");
  const encryptionKey = keyOf(env, "ENCRYPT_KEY");
  if (hasEncryption && encryptionKey === null && textOf(env, "DATABASE_URL") !== undefined)
    throw new StartRefused("ENCRYPT=on with DATABASE_URL needs ENCRYPT_KEY: all nodes must have the same key.");
  return {
    hasCns: isOn("CNS"),
    hasNatus: isOn("NATUS"),
    hasMedications: isOn("MEDICATIONS"),
    hasEdf: isOn("EDF"),
    hasForm: isOn("FORM"),
    hasPhiWarning: isOn("PHI_WARNING"),
    hasEncryption,
    encryptionKey,
    patientIdLength: integerOf(env, "PATIENT_ID_LENGTH", { fallback: 4, min: 1, max: 64, unit: "characters" }),
    patientIdType: idTypeOf(env, "PATIENT_ID_TYPE"),
    supportEmail: textOf(env, "SUPPORT_EMAIL") === undefined ? null : emailOf(env, "SUPPORT_EMAIL", ""),
    quotaBytes: integerOf(env, "UPLOAD_QUOTA_BYTES", {
      ...{ fallback: 8 * TiB, min: 1, max: Number.MAX_SAFE_INTEGER },
      unit: "bytes",
    }),
  };
}

/** In any case of letters: "numeric" is what the specification calls the default. */
function idTypeOf(env: Environment, name: string): PatientIdType {
  const value = (textOf(env, name) ?? "NUMERIC").toUpperCase();
  return choiceOf({ [name]: value }, name, patientIdTypes, "NUMERIC");
}

/** @throws StartRefused that does not quote the key */
function keyOf(env: Environment, name: string): Buffer | null {
  const text = textOf(env, name);
  if (text === undefined) return null;
  const key = Buffer.from(text, "base64");
  if (!/^[A-Za-z0-9+/]+=*$/.test(text) || key.length !== keyBytes)
    throw new StartRefused(`${name} must be ${keyBytes} bytes as base64, such as openssl rand -base64 32 prints.`);
  return key;
}
