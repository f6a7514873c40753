/** What gateways are told, and people about them. */

const streams = (n: number) => `${n} open ${n === 1 ? "stream" : "streams"}`;

export const liveText = {
  refused: {
    credential: "This credential is not known, or was revoked.",
    patient: "This gateway may not send for this patient.",
    stream: "This gateway has no such stream.",
    closed: "The stream is closed: its recording is complete. Another recording begins with another stream key.",
    damaged:
      "What the server has stored of this stream is damaged: it cannot go on. Another recording begins with another stream key.",
    otherHead: "This stream key belongs to a stream with another description. Use another key.",
    tooManyGroups: (most: number) =>
      `The open streams of this gateway would have more than ${most} groups, the most there may be. Close one first.`,
    tooMany: (most: number) => `This gateway has ${streams(most)}, the most there may be. Close one first.`,
    sequence: (expected: number) => `Append number ${expected} comes next.`,
    taken: (expected: number) =>
      `This number was taken by another append. Append number ${expected} comes next: what is sent now was not written.`,
    elsewhere:
      "Another server of the installation writes this stream, or it was just ended. Send to that server, or try again in some seconds.",
    notHere: "The data of this stream lie on another server of the installation. Send to that server.",
    tooFast: "The gateway sends more than the server takes. Slow down and send this again.",
    noRoom: "The disk of the server is full. Nothing was lost: send this again later.",
    busy: "This server writes as many streams as it can. Send to another one, or try again later.",
    stopping: "The server is being stopped. Send this again in some seconds.",
    form: {
      empty: "The body holds no blocks.",
      short: "The body ends within a block.",
      group: (group: number) => `There is no group ${group}.`,
      twice: "A group may have one block at a time.",
      type: (group: number) => `Group ${group} has samples of another type.`,
      flags: "Bits of the flags that have no meaning must be 0.",
      count: (group: number) => `The block of group ${group} has no samples, or too many.`,
      value: (group: number) =>
        `Group ${group} has a sample that is no number. Leave a gap in time where there is none.`,
      time: "A block begins at a time that is no number.",
      early: "A block begins before the start of the recording.",
      ahead: "Samples lie more than two minutes ahead of the server's clock.",
    },
    head: {
      start: "The start must lie between the year 1985 and now.",
      zone: "There is no such time zone.",
      plain: "Control characters are not allowed in names, labels and units.",
      modalities: "Each group needs a modality of its own.",
      rate: (modality: string) => `The rate of ${modality} cannot be.`,
      kind: (modality: string, slowestHz: number) =>
        `${modality} is of the wrong kind: numeric is below ${slowestHz} Hz, waveform and eeg are from there on.`,
      blocks: "All groups together need more memory than the server gives a stream: send fewer channels or groups.",
      channels: (most: number) => `A stream has at most ${most} channels.`,
      volume: "All groups together have more samples a second than the server takes.",
      calibration: (modality: string) =>
        `The gain of a channel of ${modality} must be a number other than 0, the offset a number, and no sample may be beyond float32.`,
      voltage: (modality: string) => `${modality} is said to be EEG, and a channel's unit is no voltage.`,
    },
  },
  gateways: {
    name: "A gateway needs a name.",
    notFound: "This gateway does not exist.",
    revoked: "This gateway is revoked.",
    tooMany: "The workspace has as many gateways as there may be. Revoke one first.",
    tooManyOwn: (most: number) => `You have made ${most} gateways, the most there may be. Revoke one first.`,
    tooFast: "You have made many gateways in a short time. Wait a minute, then make this one.",
    tooManyPatients: (most: number) => `A gateway sends for at most ${most} patients.`,
    othersPatients:
      "This gateway also sends for patients that you do not see, so it is not yours to revoke. You can take your patient from it.",
  },
} as const;
