/** Sentences about stored objects. */
export const storeText = {
  badAddress: "This address is no longer valid.",
  lengthNeeded: "The length of the object must be told.",
  wrongLength: "The object has not the announced length.",
  otherBytes: "The bytes that arrived are not those that were announced.",
  partGone: "This upload is no longer open.",
  full: "There is no space left on the server.",
  noObject: "This file does not exist.",
  damaged: "The server has lost a part of this file. Whoever runs the server can bring it back from a backup.",
  interrupted: "The transfer was interrupted.",
  service: {
    differs: "A test object came back changed.",
    noBucket: "The service has no bucket of this name.",
    noAccess: "The service does not accept the keys of this server for this bucket.",
    silent: "The service of this bucket does not answer.",
    failed: "The service of this bucket cannot be used.",
  },
} as const;
