/**
 * On-demand analyses as the specification asks for them (spec 001 sections 3 and 7): by the analytic and the names of modalities beside the
 * source, or by the name of the composite alone, of its default modalities.
 */
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { resolveSignal } from "../../domain/graphs/signal-names.ts";
import { Analysis, analysisKey, type ChannelSource } from "../../protocol/analysis.ts";
import { compositeNames } from "../../protocol/composites.ts";
import type { ModalitySource, RenderModalities } from "../../protocol/pages.ts";
import { pageForms, sdPageMs } from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { analysisId } from "../analysis/index.ts";
import { PageRefused, refusals } from "./page-refused.ts";

/** A source, and what its block is called where that is not the key of its group. */
export type AskedSource = ModalitySource & { readonly named?: string };
type Asked = Omit<RenderModalities, "modality_sources"> & { modality_sources: AskedSource[] };

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const OnDemand = Type.Object({
  analytic: Type.String({ maxLength: 40 }),
  ABP: Name,
  ICP: Name,
  STO2: Name,
  StO2: Name,
  rawDataKey: Name,
  channels: Type.Optional(pageForms.events.properties.channels),
  calculationWindowMs: Type.Optional(Type.Number()),
  calculationPeriodMs: Type.Optional(Type.Number()),
});
type OnDemand = Static<typeof OnDemand>;
const isOnDemand = Compile(OnDemand);
const isAnalysis = Compile(Analysis);

/** Spec 001 section 9. */
const defaults = {
  modality: { ABP: "ABP_na", ICP: "ICP_na", StO2: "stO2_na" },
  composite: { windowMs: 1000, periodMs: 1000 },
  prx: { windowMs: 300_000, periodMs: 60_000 },
  rollingMs: 60_000,
} as const;

/** Lower case and without what stands between words: "PRx", "rolling average", "auto SD detection". */
const kindOf = (analytic: string): string => analytic.toLowerCase().replaceAll(/[\s_-]/g, "");
const composites: Readonly<Record<string, string>> = {
  [compositeNames.cppopt]: "cppopt",
  [compositeNames.mapopt]: "mapopt",
};

/** What stands for the file of the page where an analysis is the source (spec 001 section 3, "Trace"). */
const placeholderId = 999_999;
/** Recordings by id, to find the channels of their names in. */
export type NamedIn = ReadonlyMap<number, Pick<RecordingDetail, "groups">>;

const idOf = ({ data_object_id }: ModalitySource, request: RenderModalities): number =>
  data_object_id === placeholderId ? request.data_object_id : data_object_id;

/** The recordings whose channels a request names so. @throws PageRefused */
export const namedRecordings = (request: RenderModalities): number[] => [
  ...new Set(
    request.modality_sources.flatMap((source) => (onDemandOf(source, request) === null ? [] : [idOf(source, request)])),
  ),
];

/** The request with analyses in place of what names them so. @throws PageRefused */
export function asSpecified(request: RenderModalities, namedIn: NamedIn = new Map()): Asked {
  const { modality_sources: sources, form } = request;
  const asked = sources.map((source) => onDemandOf(source, request));
  const searched = asked.findIndex((each) => each !== null && kindOf(each.analytic) === "autosddetection");
  if (searched >= 0 && form === undefined) {
    if (sources.length > 1) throw new PageRefused("bad_request", refusals.badRequest);
    return { ...request, form: eventsOf(asked[searched] as OnDemand) };
  }
  if (asked.every((each) => each === null)) return request;
  return {
    ...request,
    modality_sources: sources.map((source, k) => {
      const wanted = asked[k];
      return wanted === null ? source : derived(source.modality, idOf(source, request), wanted, namedIn);
    }),
  };
}

/** What stands beside a source, or beside all of them. @throws PageRefused */
function onDemandOf(source: ModalitySource, request: RenderModalities): OnDemand | null {
  const { onDemandAnalysis: beside, analytic } = source as { onDemandAnalysis?: unknown; analytic?: unknown };
  const { onDemandAnalysis: ofAll } = request as { onDemandAnalysis?: unknown };
  const said = beside ?? ofAll ?? (analytic === undefined ? null : source);
  if (said === null && Object.hasOwn(composites, source.modality)) return { analytic: composites[source.modality] };
  if (said !== null && !isOnDemand.Check(said)) throw new PageRefused("bad_request", refusals.badRequest);
  return said;
}

/** The form of the search for spreading depolarisations. @throws PageRefused */
function eventsOf({ channels, calculationWindowMs, calculationPeriodMs }: OnDemand): RenderModalities["form"] {
  const isOfPages = (ms: number | undefined) => ms === undefined || ms === sdPageMs;
  if (channels === undefined || !isOfPages(calculationWindowMs) || !isOfPages(calculationPeriodMs))
    throw new PageRefused("bad_request", refusals.badRequest);
  const durations = { calculationWindowMs: sdPageMs, calculationPeriodMs: sdPageMs } as const;
  return { kind: "events", analytic: "auto_sd_detection", ...durations, channels };
}

/** The source of an analysis, which keeps the name that it was asked for by. @throws PageRefused */
function derived(modality: string, id: number, wanted: OnDemand, namedIn: NamedIn): AskedSource {
  const analysis = analysisOf(wanted, (name) => channelOf(namedIn.get(id), id, name), modality);
  if (!isAnalysis.Check(analysis)) throw new PageRefused("bad_request", refusals.badRequest);
  return { modality: analysisKey(analysis), data_object_id: analysisId(analysis), named: modality };
}

/** By the key of its group; else as displays find it, which know a default modality by other names too. */
function channelOf(recording: Pick<RecordingDetail, "groups"> | undefined, id: number, name: string): ChannelSource {
  const source = { data_object_id: id, modality: name, channel: 0 };
  if (recording === undefined || recording.groups.some(({ modality }) => modality === name)) return source;
  const found = resolveSignal(recording, { dataSource: "current_patient", dataKey: name, rawDataKey: "" });
  if (found.kind !== "found") return source;
  return { ...source, modality: found.place.modality, channel: found.place.channel };
}

function analysisOf(wanted: OnDemand, channel: (name: string) => ChannelSource, modality: string): unknown {
  const ABP = channel(wanted.ABP ?? defaults.modality.ABP);
  const ICP = channel(wanted.ICP ?? defaults.modality.ICP);
  const StO2 = channel(wanted.StO2 ?? wanted.STO2 ?? defaults.modality.StO2);
  const durations = ({ windowMs, periodMs }: { windowMs: number; periodMs: number }) => ({
    calculationWindowMs: wanted.calculationWindowMs ?? windowMs,
    calculationPeriodMs: wanted.calculationPeriodMs ?? periodMs,
  });
  switch (kindOf(wanted.analytic)) {
    case "cppopt":
      return { analytic: "cppopt", ABP, ICP, ...durations(defaults.composite) };
    case "mapopt":
      return { analytic: "mapopt", ABP, StO2, ...durations(defaults.composite) };
    case "prx":
      return { analytic: "prx", ABP, ICP, ...durations(defaults.prx) };
    case "rollingaverage": {
      const source = channel(wanted.rawDataKey ?? modality);
      return {
        analytic: "rolling_average",
        source,
        calculationWindowMs: wanted.calculationWindowMs ?? defaults.rollingMs,
      };
    }
    default:
      return null;
  }
}
