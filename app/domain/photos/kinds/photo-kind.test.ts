import sharp from "sharp";
import { expect, test } from "vitest";
import { makeHeic, makeJpeg } from "../../../../testing/pictures.ts";
import { heicHeaderBytes, isHeic } from "./photo-kind.ts";

/** A file's header with a major brand and compatible ones. */
function headerOf(...[major = "", ...compatible]: string[]): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(16 + 4 * compatible.length);
  const brands = `ftyp${major}\0\0\0\0${compatible.join("")}`;
  return Buffer.concat([length, Buffer.from(brands, "latin1"), Buffer.from("\0\0\0\x2cmetaheic")]);
}

test.each([
  ["an iPhone's photo", ["heic", "mif1", "MiHB", "MiHE", "MiPr", "miaf", "heic", "tmap"]],
  ["a Samsung's photo", ["heic", "mif1", "heic"]],
  ["a photo that names its container first", ["mif1", "mif1", "heic"]],
  ["a container that names no compression", ["mif1", "mif1", "miaf"]],
  ["a photo of 10 bits", ["heix", "mif1", "heix"]],
  ["a burst", ["hevc", "msf1", "hevc"]],
  ["a sequence of unnamed compression", ["msf1"]],
])("%s is HEIC", (_, brands) => {
  expect(isHeic(headerOf(...brands))).toBe(true);
});

test.each([
  ["AVIF", headerOf("avif", "mif1", "miaf")],
  ["AVIF that names its container first", headerOf("mif1", "mif1", "avif", "miaf")],
  ["an animated AVIF", headerOf("avis", "msf1", "avis", "mif1")],
  ["a video", headerOf("isom", "isom", "iso2", "mp41")],
  ["a file whose header ends before the brand", headerOf("heic").subarray(0, 10)],
  ["an empty file", new Uint8Array()],
  ["text", Buffer.from("ftypheic, but not at its place")],
])("%s is not HEIC", (_, header) => {
  expect(isHeic(header)).toBe(false);
});

test("the start of a file is enough, whatever the file", async () => {
  const jpeg = await makeJpeg(40, 30);
  const avif = await sharp(jpeg).avif({ effort: 0 }).toBuffer();
  const start = (file: Buffer) => isHeic(file.subarray(0, heicHeaderBytes));
  expect([start(jpeg), start(avif), start(await makeHeic(40, 30))]).toEqual([false, false, true]);
});
