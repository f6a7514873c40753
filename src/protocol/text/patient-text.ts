/** What the patients list and the patient page say. The wording follows spec 000 section 2 and spec 001 section 2.1. */
import { apart } from "./apart.ts";

export const patientText = {
  list: {
    title: "Patients",
    zone: (timezone: string) => `Times in ${timezone}`,
    /** What the column counts: sessions of readers are counted in the patient's own tab. */
    annotationsOf: "No. annotations: those that the files themselves hold",
    /** To who may upload, to who cannot, and besides to who administers projects. */
    emptyUpload: "Upload a patient to begin.",
    emptyView: "Patients of your projects and sites are listed here. Ask your administrator which of them are yours.",
    emptyImport: "Recordings on the server are imported with",
    importCommand: "npm run import -- FILE",
    columns: {
      id: "Patient",
      name: "Site",
      project_name: "Project",
      data_file_size: "File size",
      files_loaded: "Files loaded",
      annotation_count: "No. annotations",
      start_time: "Start time",
      end_time: "End time",
      total_monitoring_time: "Total monitoring time",
      timestamp: "Most recent upload",
      uploaded_by: "Uploaded by",
    },
    filesLoaded: (loaded: number, all: number) => `${loaded} of ${all}`,
    /** Neither recordings nor anything else. */
    noFiles: "No files",
    importing: "Importing",
    failed: (n: number) => `${n} failed`,
  },
  /** Besides recordings. */
  content: {
    sheets: (n: number) => `${n} medication ${n === 1 ? "sheet" : "sheets"}`,
    sheetsUnread: (n: number) => `${n} medication ${n === 1 ? "sheet" : "sheets"} being read`,
    forms: (n: number) => `${n} ${n === 1 ? "form" : "forms"}`,
  },
  unknown: "unknown",
  page: {
    back: "Patients",
    title: (id: string, site: string) => `Patient ${apart(id)} at ${apart(site)}`,
    loading: "Loading the patient",
    facts: "Patient",
    siteId: "Site ID",
    site: "Site",
    patientId: "Patient ID",
    project: "Project",
    tabs: "Pages of this patient",
    files: "Files",
    forms: "Forms",
    uploads: "Uploads",
    data: "Data",
    waiting: "Waiting for upload to complete...",
    waitingHint: "The uploaded data is being read, or waits to be. This page shows it as soon as it is ready.",
    waitingInterrupted:
      "The transfer is interrupted and does not go on by itself. The upload says who can go on with it.",
    waitingUploads: "See how far it is",
    /** Alerts, then the list. */
    missing: "No patient has been selected.",
    /** Of the Data tab (spec 001 section 2.1). */
    missingData: "patient_id === undefined",
    /** The address has a patient_id that says nothing. */
    emptyId: "Patient ID does not exist.",
    doesNotExist: (id: string) => `Patient id=${apart(id)} does not exist.`,
  },
  data: {
    times: "Stay and monitoring",
    stay: "Total Patient Stay",
    monitoring: "Total Monitoring Time",
    admission: "Admission Time",
    monitoringStart: "Monitoring Start Time",
    discharge: "Discharge Time",
    monitoringEnd: "Monitoring End Time",
    days: (n: number) => (n === 0 ? "< 1d" : `${n}d`),
    zone: (timezone: string) => `Times in ${timezone}`,
    admitted: {
      recording: "Being recorded now",
      /** People have said so: no recording of the patient grows. */
      yes: "Marked as being recorded",
      no: "Not being recorded now",
      unknown: "Unknown whether being recorded",
      set: "Mark as being recorded",
      unset: "Mark as not being recorded",
      waiting: "Please wait...",
    },
    files: "Files",
    refresh: "Refresh",
    file: "File",
    fileName: (name: string, status: string) => `${apart(name)} (${status})`,
    noFiles: "This patient has no files yet.",
    /** Beside an upload that was received: a sheet, a form, or what could not be read. */
    noRecordings: "This patient has no recordings that can be viewed.",
    /** `content`: "1 medication sheet, 1 form" */
    otherContent: (content: string) => `No recordings, but ${content}.`,
    loaded: (loaded: number, all: number) =>
      `${loaded} of ${all} ${all === 1 ? "recording is" : "recordings are"} loaded.`,
    unread: (n: number) => `${n} ${n === 1 ? "is" : "are"} being read, or ${n === 1 ? "waits" : "wait"} to be.`,
    failed: (n: number) => `${n} could not be read.`,
    seeUploads: "See the uploads",
    view: "View data",
    modalities: "Modalities",
    noModalities: "They are listed as soon as a file is loaded.",
    columns: {
      modality: "Modality",
      type: "Type",
      file_count: "Files",
      channel_count: "Channels",
      start_time: "Start time",
      end_time: "End time",
      recorded_time: "Recorded time",
    },
    types: { eeg: "EEG", waveform: "Waveform", numeric: "Numeric" },
  },
} as const;
