/** An external EEG image service (README.md, "The contract"). Whatever it answers is checked before anybody sees it. */
import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { imageLimits, PersystMontage } from "../../protocol/eeg-service.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { eegServiceText as words } from "../../protocol/text/eeg-service-text.ts";
import { gifSize } from "./gif-size.ts";
import { type RemoteAddress, remoteCalls } from "./remote-call.ts";
import { EegServiceFailed, type RemoteEegService } from "./service.ts";

const Info = Compile(
  Type.Object({
    start_time_milliseconds: Type.Number(),
    end_time_milliseconds: Type.Number(),
  }),
);
const Montages = Compile(Type.Object({ montages: Type.Array(PersystMontage, { maxItems: imageLimits.montages }) }));
const Base64 = Type.String({ maxLength: Math.ceil(imageLimits.mostBytes / 3) * 4 });
const Image = Compile(
  Type.Object({
    page_id: Type.Integer(),
    settings_hash: Type.String(),
    data_object_id: Type.Integer(),
    image: Base64,
  }),
);
const Labels = Compile(Type.Object({ height: Type.Integer(), width: Type.Integer(), image: Base64 }));

const TrendLabels = Compile(
  Type.Object({ height: Type.Integer(), width: Type.Integer(), titles: Base64, labels: Base64 }),
);

export function createRemoteEegService(address: RemoteAddress): RemoteEegService {
  const call = remoteCalls(address);
  let pages = 0;
  const about = ({ data_object_id, patient_id }: RecordingDetail) => ({ patientId: patient_id, data_object_id });
  return {
    isExternal: true,
    async info({ data_object_id }, signal) {
      const answer = await call("v1/recording_info", { data_object_id }, signal);
      if (answer === undefined) return null;
      const { start_time_milliseconds, end_time_milliseconds } = understood(Info, answer);
      if (!(end_time_milliseconds >= start_time_milliseconds)) throw notUnderstood();
      return { start_time_milliseconds, end_time_milliseconds };
    },
    async montages({ data_object_id }, signal) {
      const answer = await call("v1/eeg_montages", { data_object_id }, signal);
      const names = answer === undefined ? [] : understood(Montages, answer).montages.map(({ name }) => name);
      // Montages are chosen by name.
      return [...new Set(names)].map((name) => ({ name }));
    },
    image(recording, { montage, theme: _theme, ...order }, signal) {
      const modality_source = { modality: montage, data_object_id: recording.data_object_id };
      return page("v1/eeg_image", recording, { named: { modality_source }, order }, signal);
    },
    async labels(recording, { montage, theme: _theme, ...order }, signal) {
      const asked = { ...about(recording), page_id: 1, montage_name: montage, ...order };
      const answer = understood(Labels, await call("v1/eeg_labels", asked, signal));
      if (answer.width !== order.width || answer.height !== order.height) throw notUnderstood();
      return imageOf(answer.image, order);
    },
    trendImage: (recording, { panel, theme: _theme, ...order }, signal) =>
      page("v1/trend_image", recording, { named: { modality: panel }, order }, signal),
    async trendLabels(recording, { panel, theme: _theme, ...order }, signal) {
      const asked = { ...about(recording), panel_name: panel, ...order };
      const answer = understood(TrendLabels, await call("v1/trend_labels", asked, signal));
      const { width, label_width, height } = order;
      if (answer.width !== width || answer.height !== height) throw notUnderstood();
      return {
        titles: imageOf(answer.titles, { width, height }),
        labels: imageOf(answer.labels, { width: label_width, height }),
      };
    },
  };

  /** An image of a page: the answer names page, settings and recording as they were sent. */
  async function page(
    path: string,
    recording: RecordingDetail,
    { named, order }: { named: object; order: { start: number; end: number; width: number; height: number } },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const page_id = ++pages;
    const { data_object_id } = recording;
    const settings_hash = JSON.stringify(order);
    const offset_seconds = (order.start - recording.start_ms) / 1000;
    const asked = { ...about(recording), page_id, ...named, ...order, offset_seconds, settings_hash };
    const answer = understood(Image, await call(path, asked, signal));
    const isOfPage = answer.page_id === page_id && answer.settings_hash === settings_hash;
    if (!isOfPage || answer.data_object_id !== data_object_id) throw notUnderstood();
    return imageOf(answer.image, order);
  }
}

const notUnderstood = () => new EegServiceFailed("not_understood", words.notUnderstood);

function understood<Schema extends TSchema>(
  shape: { Check(value: unknown): boolean } & { Type(): Schema },
  answer: unknown,
): Static<Schema> {
  if (!shape.Check(answer)) throw notUnderstood();
  return answer as Static<Schema>;
}

/** A picture of another size would be stretched over another time, or take any memory. */
function imageOf(base64: string, { width, height }: { width: number; height: number }): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  const size = gifSize(bytes);
  if (size === null || size.width !== width || size.height !== height)
    throw new EegServiceFailed("not_an_image", words.notAnImage);
  return bytes;
}
