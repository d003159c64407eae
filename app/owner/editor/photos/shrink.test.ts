import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "../../../../testing/patience.ts";
import { makeHeic } from "../../../../testing/pictures.ts";
import { notAnImageMessage, photoTooLargeMessage } from "../../../domain/photos/photo.ts";
import { canDecode, photoFileType, refusePhotoFile, shrinkPhoto, shrunkSize } from "./shrink.ts";

test.each([
  [4032, 3024, { width: 3200, height: 2400 }],
  [3024, 4032, { width: 2400, height: 3200 }],
  [20_000, 3, { width: 3200, height: 1 }],
  [3201, 3201, { width: 3200, height: 3200 }],
  [3200, 3200, null],
  [800, 600, null],
  [0, 0, null],
])("shrunkSize(%i, %i)", (width, height, size) => {
  expect(shrunkSize(width, height)).toEqual(size);
});

describe("shrinkPhoto", () => {
  const decode = vi.fn();
  let encoded: Blob;

  beforeEach(() => {
    vi.useFakeTimers();
    encoded = new Blob(["small"], { type: "image/jpeg" });
    decode.mockReset().mockResolvedValue({ width: 4032, height: 3024, close() {} });
    vi.stubGlobal("createImageBitmap", decode);
    vi.stubGlobal(
      "OffscreenCanvas",
      class {
        getContext() {
          return { fillRect() {}, drawImage() {} };
        }
        convertToBlob() {
          return Promise.resolve(encoded);
        }
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const photo = (type = "image/jpeg") => new File(["a large photo"], "rancho.jpg", { type });

  test("returns the smaller picture", async () => {
    expect(await shrinkPhoto(photo())).toBe(encoded);
  });

  test.each([
    ["is small already", () => decode.mockResolvedValue({ width: 800, height: 600, close() {} })],
    ["cannot be read", () => decode.mockRejectedValue(new Error("no picture"))],
    [
      "would not gain by it",
      () => {
        encoded = new Blob(["larger than the photo itself"]);
      },
    ],
  ])("returns the original file if it %s", async (_name, arrange) => {
    arrange();
    const file = photo();
    expect(await shrinkPhoto(file)).toBe(file);
  });

  const heic = async () => new File([(await makeHeic(40, 30)) as BlobPart], "IMG_1", { type: "" });

  test("makes a JPEG of HEIC even if it is small and grows by it", async () => {
    decode.mockResolvedValue({ width: 800, height: 600, close() {} });
    encoded = new Blob(["x".repeat(10_000)], { type: "image/jpeg" });
    expect(await shrinkPhoto(await heic())).toBe(encoded);
  });

  test("returns nothing for HEIC that the browser can't read", async () => {
    decode.mockRejectedValue(new Error("no picture"));
    expect(await shrinkPhoto(await heic())).toBeNull();
    expect(await canDecode(await heic())).toBe(false);
    vi.stubGlobal("createImageBitmap", undefined);
    expect(await shrinkPhoto(await heic())).toBeNull();
    expect(await canDecode(await heic())).toBe(false);
  });

  test("a browser that never answers can't read HEIC, after a minute", async () => {
    decode.mockReturnValue(new Promise(() => undefined));
    const file = await heic();
    const results = Promise.all([canDecode(file), shrinkPhoto(file)]);
    // Reading the file's header takes real time.
    await vi.waitFor(() => expect(decode).toHaveBeenCalledTimes(2), patience);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await results).toEqual([false, null]);
  });

  test("does not shrink animations", async () => {
    const file = photo("image/gif");
    expect(await shrinkPhoto(file)).toBe(file);
    expect(decode).not.toHaveBeenCalled();
  });

  test("gives up after ten seconds", async () => {
    decode.mockReturnValue(new Promise(() => undefined));
    const file = photo();
    const result = shrinkPhoto(file);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toBe(file);
  });
});

test("unknown types are guessed from the name", () => {
  expect(photoFileType({ name: "IMG_1.HEIC", type: "" })).toBe("image/heic");
  expect(photoFileType({ name: "a.jpg", type: "" })).toBe("image/jpeg");
  expect(photoFileType({ name: "a.pdf", type: "" })).toBe("");
  expect(photoFileType({ name: "a.heic", type: "image/heif" })).toBe("image/heif");
});

test.each([
  [{ name: "a.jpg", type: "image/jpeg", size: 10 }, null],
  [{ name: "a.HEIC", type: "", size: 10 }, null],
  [{ name: "a.txt", type: "text/plain", size: 10 }, notAnImageMessage],
  [{ name: "a.jpg", type: "image/jpeg", size: 0 }, notAnImageMessage],
  [{ name: "a.jpg", type: "image/jpeg", size: 25 * 1024 * 1024 }, null],
  [{ name: "a.jpg", type: "image/jpeg", size: 25 * 1024 * 1024 + 1 }, photoTooLargeMessage],
])("choosing %j: the refusal is %j", (file, refusal) => {
  expect(refusePhotoFile(file)).toBe(refusal);
});
