/** `render_modalities_with_sampling` (spec 001 section 7) as the page request that it is. */
import { Compile } from "typebox/compile";
import { pageLimits, type RenderModalities, RenderWithSampling } from "../../protocol/pages.ts";
import { withoutNulls } from "../platform/optional-nulls.ts";

const shape = Compile(RenderWithSampling);

/** The request for means of every source over these periods; of what is none the page alone is left, and refused as any other that is no request. */
export function asResampled(sent: unknown): unknown {
  if (!shape.Check(sent)) {
    const bare = withoutNulls(RenderWithSampling, sent);
    return shape.Check(bare) ? asResampled(bare) : pageOf(sent);
  }
  const { patientId, patientIsAdmitted, resamplingPeriodSeconds, ...request } = sent;
  const period_ms = Math.round(resamplingPeriodSeconds * 1000);
  if (Math.abs(period_ms - resamplingPeriodSeconds * 1000) > 1e-6) return pageOf(sent);
  return {
    ...request,
    ...{ patient_id: patientId, patient_is_admitted: patientIsAdmitted },
    ...{ pixel_count: pageLimits.minPixelCount, form: { kind: "resampled", period_ms } },
  } satisfies RenderModalities;
}

const pageOf = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && "page_id" in sent ? { page_id: sent.page_id } : null;
