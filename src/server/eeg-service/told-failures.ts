/** Failures of an external EEG image service in the log: which call, for which of the reasons; nothing of what was asked or answered. */
import { EegServiceFailed, type RemoteEegService } from "./service.ts";

export interface FailureLog {
  warn(facts: object, event: string): void;
}

/** A service that is away fails for every page: the same is told this often at most, with how often it was. ms */
const toldEveryMs = 60_000;

export function withToldFailures(service: RemoteEegService, log: FailureLog): RemoteEegService {
  const told = new Map<string, { at: number; times: number }>();
  function tell(call: string, reason: EegServiceFailed["reason"]): void {
    const name = `${call} ${reason}`;
    const before = told.get(name);
    const times = (before?.times ?? 0) + 1;
    const isDue = before === undefined || Date.now() - before.at >= toldEveryMs;
    if (isDue) log.warn({ call, reason, times }, "eeg_service.failed");
    told.set(name, isDue ? { at: Date.now(), times: 0 } : { at: before.at, times });
  }
  const telling =
    <Given extends readonly unknown[], Answer>(call: string, ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await ask(...given);
      } catch (error) {
        if (error instanceof EegServiceFailed) tell(call, error.reason);
        throw error;
      }
    };
  return {
    isExternal: service.isExternal,
    info: telling("recording_info", service.info),
    montages: telling("eeg_montages", service.montages),
    image: telling("eeg_image", service.image),
    labels: telling("eeg_labels", service.labels),
    trendImage: telling("trend_image", service.trendImage),
    trendLabels: telling("trend_labels", service.trendLabels),
  };
}
