/** A sampling rate as it is read: 170.666666666666657 Hz is "170.667". */
export const rateText = (hz: number): string => String(Number(hz.toPrecision(6)));
