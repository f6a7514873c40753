/** Page images under the face that the chassis knows: what is asked for of a view, how much of it is there, what failed. */
import { usualPixelsPerMm } from "../../../../domain/screen-scale.ts";
import { lengthOf, type Span } from "../../../../domain/time/view-span.ts";
import type { FeedStatus, FeedWindow, Look, PageWindow, WantedPage } from "../../../../feed/types.ts";
import type { PlotSize } from "../../../../picture/grid-view.ts";
import { imageLimits, labelWidthPx } from "../../../../protocol/eeg-service.ts";
import { pageLimits } from "../../../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import type { TraceTile } from "../../../../render/types.ts";
import { currentTheme } from "../../../../ui/theme.ts";
import { pagesTouching } from "../../chart/view-pages.ts";
import { type Decode, gifOf, type ImagePage, type PageImage, PageImages } from "./page-images.ts";
import type { PersystProps } from "./stored.ts";

export interface ImageFeedOptions {
  readonly recording: RecordingDetail;
  readonly group: SignalGroup | null;
  readonly pages: PageWindow;
  readonly props: Readonly<PersystProps>;
  montage(): string | null;
  readonly decode?: Decode;
}

/** Pages on either side that are fetched ahead. */
const beside = 2;

export class ImageFeed implements FeedWindow {
  onChange: () => void = () => {};
  /** CSS pixels of a mm of the reader's screen. */
  pixelsPerMm: number = usualPixelsPerMm;
  private readonly images: PageImages;
  private readonly decode: Decode;
  private visible: readonly ImagePage[] = [];
  private asked = "";
  private labels: { key: string; bitmap: ImageBitmap | null } = { key: "", bitmap: null };
  private view: Look | null = null;

  constructor(private readonly options: ImageFeedOptions) {
    this.decode = options.decode ?? ((gif) => createImageBitmap(gif));
    this.images = new PageImages(options.pages, { decode: this.decode, onChange: () => this.onChange() });
    options.pages.onChange = () => {
      this.images.arrived();
      this.takeLabels();
      this.onChange();
    };
  }

  /** Asks for what the view shows, at the size of the plot; the same again changes nothing. */
  show(span: Span, size: PlotSize): void {
    const montage = this.options.montage();
    if (montage === null || size.width < imageLimits.leastSide || size.height < imageLimits.leastSide) return;
    const { recording } = this.options;
    const spans = pagesTouching(span, recording.start_ms);
    const settings = this.settingsOf(size);
    const key = JSON.stringify([spans[0], spans.length, montage, settings, recording.end_ms]);
    if (key === this.asked) return;
    this.asked = key;
    const page = (each: Span): ImagePage => this.pageOf(each, montage, settings);
    this.visible = spans.filter((each) => this.isInFile(each)).map(page);
    const [first, last] = [spans[0], spans[spans.length - 1]];
    const length = lengthOf(first);
    const around = Array.from({ length: beside }, (_, k) => [
      { startMs: last.startMs + (k + 1) * length, endMs: last.endMs + (k + 1) * length },
      { startMs: first.startMs - (k + 1) * length, endMs: first.endMs - (k + 1) * length },
    ]).flat();
    const ahead = length > imageLimits.mostSpanMs ? [] : around.filter((each) => this.isInFile(each)).map(page);
    this.images.want(this.visible, ahead, this.wantLabels(montage, size));
    this.takeLabels();
  }

  /** What is here of the view. */
  shown(): readonly PageImage[] {
    return this.images.shown();
  }

  labelsImage(): ImageBitmap | null {
    return this.labels.bitmap;
  }

  look(look: Look): void {
    this.view = look;
  }

  catchUp(): void {}

  /** Stand for the images where the chassis asks what is covered; they hold no sample. */
  tiles(): readonly TraceTile[] {
    const tiles: TraceTile[] = [];
    this.visible.forEach((page, k) => {
      if (!this.images.isHere(page)) return;
      const [firstSample, end] = [this.sampleAt(page.span.startMs), this.sampleAt(page.span.endMs)];
      const shape = { kind: "minmax", rows: 0, count: 1, data: nothing, breaks: noBreaks } as const;
      tiles.push({ id: -1 - k, ...shape, firstSample, samplesPerColumn: end - firstSample });
    });
    return tiles;
  }

  isComplete(): boolean {
    return this.asked !== "" && this.visible.every(this.images.isHere);
  }

  missing(): readonly { start: number; end: number }[] {
    if (this.view === null || this.options.group === null) return [];
    const { startSample, endSample } = this.view;
    const inFile = { start: Math.max(0, startSample), end: Math.min(this.options.group.sample_count, endSample) };
    if (this.asked === "") return inFile.end > inFile.start ? [inFile] : [];
    return this.visible.flatMap((page) => {
      const start = Math.max(inFile.start, this.sampleAt(page.span.startMs));
      const end = Math.min(inFile.end, this.sampleAt(page.span.endMs));
      return this.images.isHere(page) || end <= start ? [] : [{ start, end }];
    });
  }

  provisional(): readonly { start: number; end: number }[] {
    return [];
  }

  isPictured(): boolean {
    return this.isComplete();
  }

  readyUntil(): number {
    const { group } = this.options;
    if (group === null || this.asked === "") return Number.NEGATIVE_INFINITY;
    const waited = this.visible.find((page) => !this.images.isHere(page));
    const until = waited === undefined ? this.visible.at(-1)?.span.endMs : waited.span.startMs;
    if (until === undefined) return Number.POSITIVE_INFINITY;
    const sample = this.sampleAt(until);
    return sample >= group.sample_count ? Number.POSITIVE_INFINITY : sample;
  }

  get status(): FeedStatus {
    const { pages } = this.options;
    const failed = this.visible.flatMap((page) => {
      const message = this.images.failureOf(page);
      return message === null
        ? []
        : [{ startSample: this.sampleAt(page.span.startMs), endSample: this.sampleAt(page.span.endMs), message }];
    });
    return { ...pages.status, failed };
  }

  [Symbol.dispose](): void {
    this.onChange = () => {};
    this.images[Symbol.dispose]();
    this.labels.bitmap?.close();
    this.options.pages[Symbol.dispose]();
  }

  private sampleAt(ms: number): number {
    const { recording, group } = this.options;
    return Math.round(((ms - recording.start_ms) * (group?.sampling_hz ?? 1)) / 1000);
  }

  private isInFile({ startMs, endMs }: Span): boolean {
    const { start_ms, end_ms } = this.options.recording;
    return endMs > start_ms && startMs < end_ms;
  }

  private settingsOf({ width, height, ratio }: PlotSize) {
    const { sensitivityMicroVolts, LFF, HFF, notch, isArtifactReductionEnabled } = this.options.props;
    const { pixelsPerMm } = this;
    const settings = { sensitivity: sensitivityMicroVolts, LFF, HFF, notch, isArtifactReductionEnabled };
    return { ...settings, width, height, ratio, pixelsPerMm, theme: currentTheme() };
  }

  private pageOf(span: Span, montage: string, settings: ReturnType<ImageFeed["settingsOf"]>): ImagePage {
    const { recording } = this.options;
    // What the recording ends in is another page once it has grown.
    const tail = span.endMs > recording.end_ms ? [recording.end_ms] : [];
    return {
      span,
      key: JSON.stringify([
        "eeg_image",
        recording.data_object_id,
        recording.data_version,
        montage,
        span,
        settings,
        tail,
      ]),
      request: this.requestOf(montage, span, { kind: "eeg_image", ...settings }),
      timeoutMs: imageLimits.timeoutMs,
    };
  }

  private wantLabels(montage: string, { height, ratio }: PlotSize): WantedPage[] {
    const settings = { width: Math.round(labelWidthPx * ratio), height, ratio, theme: currentTheme() };
    const { recording } = this.options;
    const key = JSON.stringify(["eeg_labels", recording.data_object_id, recording.data_version, montage, settings]);
    if (this.labels.key !== key) {
      this.labels.bitmap?.close();
      this.labels = { key, bitmap: null };
    }
    const span = { startMs: recording.start_ms, endMs: recording.start_ms + 1 };
    const request = this.requestOf(montage, span, { kind: "eeg_labels", ...settings });
    return [{ key, request, timeoutMs: imageLimits.timeoutMs }];
  }

  private takeLabels(): void {
    const { labels } = this;
    const gif = labels.bitmap === null && labels.key !== "" ? gifOf(this.options.pages.page(labels.key)) : null;
    if (gif === null) return;
    this.decode(gif).then(
      (bitmap) => {
        if (this.labels !== labels) return bitmap.close();
        labels.bitmap = bitmap;
        this.onChange();
      },
      () => console.warn("eeg_labels.not_decoded"),
    );
  }

  private requestOf(montage: string, span: Span, form: WantedPage["request"]["form"]): WantedPage["request"] {
    const { data_object_id, patient_id } = this.options.recording;
    return {
      ...{ patient_id, data_object_id, start: span.startMs, end: span.endMs, form },
      modality_sources: [{ modality: montage, data_object_id }],
      ...{ pixel_count: pageLimits.minPixelCount, patient_is_admitted: false },
    };
  }
}

const nothing = new Float32Array(0);
const noBreaks = new Uint8Array(1);
