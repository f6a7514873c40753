/** What analyses that run as a whole say. */

import { pipelineLimits } from "../pipelines.ts";
import { apart } from "./apart.ts";

const many = (n: number) => n.toLocaleString("en-US");

export const pipelineText = {
  /** Spec 001 section 5. */
  notFound: (id: number) => `Analysis not found! ID: ${id}`,
  /** Nodes are counted from 1 on the screen. */
  node: (index: number, name: string, sentence: string) =>
    `Node ${index + 1}${name === "" ? "" : ` "${apart(name)}"`}: ${sentence}`,
  problems: {
    name: `An analysis needs a name of ${pipelineLimits.name} characters at most.`,
    description: `A description has ${many(pipelineLimits.description)} characters at most.`,
    noNodes: "An analysis needs at least one node.",
    tooManyNodes: `An analysis has ${pipelineLimits.nodes} nodes at most.`,
    noOutputs: "An analysis needs at least one output.",
    tooManyOutputs: `An analysis brings ${pipelineLimits.outputs} series at most.`,
    inputsOfEach: "There must be one list of inputs for each node.",
    output: (index: number) => `Output ${index + 1} is no node of this analysis.`,
    twice: "This node is an output twice.",
    nodeName: "A node needs a name of 1 to 100 letters, digits, spaces or - _ ( ).",
    sameName: "Another node has the same name.",
    unknown: (type: string, subtype: string) => `There is no node of type "${type}" and subtype "${subtype}".`,
    noInput: (index: number) => `Input ${index + 1} is no node of this analysis.`,
    circle: "This node depends on itself.",
    arity: (least: number, most: number, given: number) =>
      `It takes ${least === most ? least : `${least} to ${most}`} series, and ${given} ${given === 1 ? "reaches" : "reach"} it.`,
    recorded: "It takes recorded signals: connect it to sources.",
    waves: "It takes a recorded signal, as it is or filtered: connect it to a source or a filter.",
    filteredTwice: (subtype: string) => `This signal went through a filter "${subtype}" already: one of each acts.`,
    single: "It takes series of one column: choose one with a node of filter, column.",
    several: "It takes a series of several columns.",
    noColumn: (column: string) => `The series has no column "${column}".`,
    unknownArg: (arg: string) => `It has no argument "${arg}".`,
    lacking: (arg: string) => `The argument "${arg}" is missing.`,
    number: (arg: string, low: number, high: number) => `"${arg}" must be a number from ${many(low)} to ${many(high)}.`,
    whole: (arg: string, low: number, high: number, step: number) =>
      `"${arg}" must be a whole number from ${many(low)} to ${many(high)}${step === 1 ? "" : `, a multiple of ${many(step)}`}.`,
    choice: (arg: string, choices: readonly string[]) => `"${arg}" must be one of: ${choices.join(", ")}.`,
    frequency: (arg: string, options: readonly (number | null)[]) =>
      `"${arg}" must be one of: ${options.map((hz) => hz ?? "null (Off)").join(", ")}.`,
    yesNo: (arg: string) => `"${arg}" must be true or false.`,
    name1: (arg: string) => `"${arg}" must be a name of 1 to 200 characters.`,
    names: (arg: string, most: number) => `"${arg}" must be a list of 1 to ${most} names.`,
    files: (arg: string) => `"${arg}" must be a list of one file: a source reads one.`,
    order: (low: string, high: string) => `"${low}" must be less than "${high}".`,
    tooManyBins: (most: number) => `It would have more than ${many(most)} bins: choose larger ones.`,
    zero: (arg: string) => `"${arg}" must not be 0.`,
    needsWindows: "It needs windows: the analysis has no multiprocess_epoching_args.",
    exported: (name: string) => `There is no output of the name "${apart(name)}" to export.`,
    epoching: {
      type: 'The only epoching is "sliding_window".',
      window: "window_size must be whole seconds from 1 second to 7 days, in microseconds.",
      offset: "offset must be whole milliseconds from -7 days to 7 days, in microseconds.",
      delta: "delta must be whole seconds from 1 second to 1 day, in microseconds.",
    },
  },
  planned: {
    noFile: "It names no file, and the analysis neither.",
    recording: "There is no such file for you.",
    lacking: (name: string) => `The file has no signal "${apart(name)}".`,
    several: (name: string, labels: readonly string[]) =>
      `"${apart(name)}" may be several signals of the file: ${labels.join(", ")}. Name one of them.`,
    unit: (name: string, unit: string, expected: string) =>
      `"${apart(name)}" is in ${unit || "no unit"}, not in ${expected}.`,
    units: (a: string, b: string) => `The series are in different units (${a || "none"} and ${b || "none"}).`,
    grids: "The series do not share their times: bring both on one grid with nodes of filter, resample.",
    inactive: (filter: string, hz: number, samplingHz: number) =>
      `${filter} ${hz} Hz cannot act on a signal of ${Number(samplingHz.toPrecision(6))} Hz.`,
    artifacts: "Its sources must treat artifacts alike.",
    onePatient: "All files must be of one patient.",
    span: "start_time must lie before end_time.",
    nothing: "There is nothing of these signals in this span.",
    tooMany: `The result would have more than ${many(pipelineLimits.stored)} values: choose a shorter span or a longer period.`,
    /** Both as "2h". */
    noWindow: (needed: string, there: string) =>
      `No window of the analysis ends in this span: the first one ends ${needed} after its beginning, and it has ${there}. Choose a longer span or shorter windows.`,
    tooManyWindows: `There would be more than ${many(pipelineLimits.windows)} windows: choose a shorter span or a longer delta.`,
    tooMuchRead:
      "The statistics would read too much: choose fewer or shorter windows, or bring the series on a longer period.",
    tooMuchAnswered: `The result has more than ${many(pipelineLimits.answered)} values: run it in the background and take the file.`,
  },
  refused: {
    run: "There is no such run.",
    stored: "There is no such run of this recording: it was deleted, or has no such output.",
    waiting: `You have ${pipelineLimits.waiting} runs that wait or run. Wait for one of them, or cancel it.`,
    kept: `There are ${pipelineLimits.kept} runs of this patient. Delete one of them first.`,
    notOver: "This run has not ended: cancel it first.",
    over: "This run has ended already.",
    notFailed: "Only a run that failed, was canceled or lost its file is run again.",
    notYours: "Only who started a run and administrators may do this.",
    noFile: "This run has no file.",
    busy: "The server is busy with other analyses. Try again in a moment, or run it in the background.",
    tooLong: "This takes longer than an answer may: run it in the background and take the file.",
  },
  /** Why a file is not answered. */
  file: {
    missing: "The file of this run is not in the store any more. Run it again.",
    changed: "The file of this run is not as it was written: it was cut short or changed. Run it again.",
    unchecked: "The file of this run was written without a checksum, so it cannot be compared. Run it again.",
    silent: "The file of this run cannot be read at the moment. Try again in a moment.",
  },
  failed: {
    unforeseen: "The analysis could not be completed. Run it again; if it fails again, tell your administrator.",
    tooLong: "The analysis took longer than a run may. Choose a shorter span.",
    tooLarge: "The analysis needed more memory than a run may have. Choose a shorter span.",
    noRoom: "There is no room for the result on the server. Tell your administrator, and run it again.",
    noRoomToShow: "There is no room on the server to show the file of this run. Tell your administrator.",
    notAllowed: "Whoever started this analysis may not see its data any more, so it has no result.",
    gone: "A file that the analysis reads is not there any more.",
    damaged:
      "A part of a recording that the analysis reads is damaged. Run it again: what is damaged counts as missing then.",
  },
} as const;
