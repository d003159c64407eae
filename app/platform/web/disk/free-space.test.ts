import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { describeDisk, freeSpace } from "./free-space.server.ts";

const gigabyte = 1_000_000_000;

function disk(freeBytes: number, bytes: number) {
  return { bavail: freeBytes / 1000, blocks: bytes / 1000, bsize: 1000 };
}

test.each([
  [2 * gigabyte, 20 * gigabyte, false],
  [2 * gigabyte - 1000, 4 * gigabyte, true],
  [10 * gigabyte - 1000, 100 * gigabyte, true],
  [10 * gigabyte, 100 * gigabyte, false],
])("with %i bytes free of %i, low is %s", (bytes, total, isLow) => {
  const share = bytes / total;
  expect(describeDisk(disk(bytes, total), null)).toEqual({ bytes, share, isLow });
});

test("a given minimum replaces both others", () => {
  const nearlyFull = disk(5_000, 100 * gigabyte);
  expect(describeDisk(nearlyFull, 5_000).isLow).toBe(false);
  expect(describeDisk(nearlyFull, 6_000).isLow).toBe(true);
});

test("the free space of a real disk is part of it", async () => {
  const { bytes, share } = await freeSpace(tmpdir(), null);
  expect(bytes).toBeGreaterThan(0);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThanOrEqual(1);
});
