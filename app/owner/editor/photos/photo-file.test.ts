import { expect, test } from "vitest";
import { notAnImageMessage, photoTooLargeMessage } from "../../../domain/photos/photo.ts";
import { photoFileType, refusePhotoFile } from "./photo-file.ts";

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
