/** Sizes that uploads are counted in. Apart from the calls, so that workers take them without the schemas. */

/** Files up to this size have their MD5, larger ones the MD5 of the parts' MD5s and "-n" (spec 000 section 9). */
export const largestPlainMd5Bytes = 40_000_000;
/** Every part but the last of a large file. */
export const uploadPartBytes = 16 * 1024 * 1024;
/** A transfer tells how far it is every ten seconds; one that was silent for so long is interrupted. */
export const silentUploadMs = 300_000;
/** An upload that was not heard of for so long is given up. */
export const abandonedUploadDays = 7;
