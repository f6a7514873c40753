import { describe, expect, it } from "vitest";
import { ToldVersions } from "./told-versions.ts";

const source = (data_object_id: number, data_version?: number) => ({
  ...{ modality: "EEG", data_object_id },
  ...(data_version === undefined ? {} : { data_version }),
});
const recording = (data_object_id: number, data_version: number) => ({ data_object_id, data_version });

describe("versions that a client does not know", () => {
  it("are told once each, and again when there is another one", () => {
    const versions = new ToldVersions();
    const asked = { modality_sources: [source(1, 1), source(2, 4), source(1, 1)] };
    expect(versions.others(asked, [recording(1, 1), recording(2, 4)])).toEqual([]);
    expect(versions.others(asked, [recording(1, 2), recording(2, 4)])).toEqual([1]);
    expect(versions.others(asked, [recording(1, 2), recording(2, 4)])).toEqual([]);
    expect(versions.others(asked, [recording(1, 3), recording(2, 5)])).toEqual([1, 2]);
  });

  it("are not looked for where a client says none", () => {
    expect(new ToldVersions().others({ modality_sources: [source(1)] }, [recording(1, 2)])).toEqual([]);
  });
});
