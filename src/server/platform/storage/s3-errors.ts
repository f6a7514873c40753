/** What errors of an S3-compatible service mean. */
import { storeText } from "../../../protocol/text/store-text.ts";
import { PartsRefused } from "./types.ts";

interface ServiceError {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const of = (error: unknown): ServiceError => (typeof error === "object" && error !== null ? error : {});

/** There is no such object or multipart upload. A bucket that is not there is a failure. */
export function isNoSuch(error: unknown): boolean {
  const { name, $metadata } = of(error);
  return name !== "NoSuchBucket" && $metadata?.httpStatusCode === 404;
}

/** The object ends before the range begins. */
export const isRangeBeyond = (error: unknown): boolean => of(error).$metadata?.httpStatusCode === 416;

const badParts = new Set(["InvalidPart", "InvalidPartOrder", "EntityTooSmall"]);

export const partsError = (error: unknown): unknown =>
  badParts.has(of(error).name ?? "") ? new PartsRefused() : error;

/** Why a service cannot be used: one sentence without anything of the error. */
export function serviceFailure(error: unknown): string {
  const { name, $metadata } = of(error);
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return storeText.service.silent;
  if (name === "NoSuchBucket" || status === 404) return storeText.service.noBucket;
  if (status === 401 || status === 403) return storeText.service.noAccess;
  return storeText.service.failed;
}
