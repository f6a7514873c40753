import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { StartRefused } from "./start-refused.ts";
import { uploadConfigOf } from "./upload-config.ts";

it("offers everything and encrypts nothing unless told (spec 000 section 9)", () => {
  expect(uploadConfigOf({})).toEqual({
    hasCns: true,
    hasNatus: true,
    hasMedications: true,
    hasEdf: true,
    hasForm: true,
    hasPhiWarning: true,
    hasEncryption: false,
    encryptionKey: null,
    patientIdLength: 4,
    patientIdType: "NUMERIC",
    supportEmail: null,
    quotaBytes: 8 * 1024 ** 4,
  });
});

it("takes the environment", () => {
  const key = randomBytes(32);
  const env = {
    CNS: "off",
    NATUS: "off",
    MEDICATIONS: "off",
    EDF: "off",
    FORM: "off",
    PHI_WARNING: "off",
    ENCRYPT: "on",
    ENCRYPT_KEY: key.toString("base64"),
    PATIENT_ID_LENGTH: "12",
    PATIENT_ID_TYPE: "alphanumeric_Upper",
    SUPPORT_EMAIL: "support@hospital.example",
    UPLOAD_QUOTA_BYTES: "5000",
    DATABASE_URL: "postgres://x",
  };
  expect(uploadConfigOf(env)).toEqual({
    hasCns: false,
    hasNatus: false,
    hasMedications: false,
    hasEdf: false,
    hasForm: false,
    hasPhiWarning: false,
    hasEncryption: true,
    encryptionKey: key,
    patientIdLength: 12,
    patientIdType: "ALPHANUMERIC_UPPER",
    supportEmail: "support@hospital.example",
    quotaBytes: 5000,
  });
});

it.each([
  { CNS: "yes" },
  { PHI_WARNING: "0" },
  { PATIENT_ID_LENGTH: "0" },
  { PATIENT_ID_LENGTH: "65" },
  { PATIENT_ID_TYPE: "HEX" },
  { SUPPORT_EMAIL: "support" },
  { ENCRYPT_KEY: "secret" },
  { ENCRYPT_KEY: randomBytes(31).toString("base64") },
  { ENCRYPT: "on", DATABASE_URL: "postgres://x" },
])("refuses %o with a sentence", (env) => {
  expect(() => uploadConfigOf(env)).toThrow(StartRefused);
  expect(() => uploadConfigOf(env)).toThrow(/^[A-Z_]+ ?.*\.$/);
});

it("does not repeat a key that it refuses", () => {
  expect(() => uploadConfigOf({ ENCRYPT_KEY: "hunter2" })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("hunter2") }),
  );
});
