import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Located, locate } from "./position-field.tsx";

const house = { latitude: -20.6147123456, longitude: -46.0497987654 };

/** A phone that gives readings on request. */
function createPhone() {
  let take: PositionCallback = () => {};
  let refuse: PositionErrorCallback | null | undefined;
  const clearWatch = vi.fn();
  return {
    clearWatch,
    watchPosition: (onPosition: PositionCallback, onError?: PositionErrorCallback | null) => {
      take = onPosition;
      refuse = onError;
      return 7;
    },
    read: (accuracy: number, at = house) =>
      take({ coords: { ...at, accuracy } } as GeolocationPosition),
    fail: (code: number) => refuse?.({ code } as GeolocationPositionError),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

function messageOf(located: Located | null): string {
  if (!located || located.ok) throw new Error("the reading was accepted");
  return located.message;
}

test("a good reading is taken at once, to a metre, and the watch ends", async () => {
  const phone = createPhone();
  const located = locate(phone, never);
  phone.read(12);
  expect(await located).toEqual({
    ok: true,
    position: { latitude: -20.61471, longitude: -46.0498 },
    accuracy: 12,
  });
  expect(phone.clearWatch).toHaveBeenCalledWith(7);
});

test("a coarse reading is refined for a while, and the best one counts", async () => {
  const phone = createPhone();
  const located = locate(phone, never);
  phone.read(1_500, { latitude: -20.7, longitude: -46.1 });
  phone.read(60);
  phone.read(90, { latitude: -20.7, longitude: -46.1 });
  vi.advanceTimersByTime(8_000);
  expect(await located).toMatchObject({
    ok: true,
    accuracy: 60,
    position: { latitude: -20.61471 },
  });
});

test("a reading that stays coarser than 100 m is refused with its error", async () => {
  for (const [accuracy, words] of [
    [101, "erro de uns 150 m"],
    [2_300, "erro de uns 2 km"],
  ] as const) {
    const phone = createPhone();
    const located = locate(phone, never);
    phone.read(accuracy);
    vi.advanceTimersByTime(8_000);
    expect(messageOf(await located)).toContain(words);
  }
});

test("a phone elsewhere gets a message", async () => {
  const phone = createPhone();
  const located = locate(phone, never);
  phone.read(5, { latitude: -23.55, longitude: -46.63 });
  expect(messageOf(await located)).toContain("longe do lago");
});

test.each([
  ["refusal", 1, "não deixou ver a sua posição"],
  ["failure", 2, "não conseguiu achar"],
  ["timeout", 3, "demorou demais"],
])("each %s has a sentence of its own", async (_, code, words) => {
  const phone = createPhone();
  const located = locate(phone, never);
  phone.fail(code);
  expect(messageOf(await located)).toContain(words);
});

test("leaving the form ends the watch", async () => {
  const phone = createPhone();
  const left = new AbortController();
  const located = locate(phone, left.signal);
  left.abort();
  expect(await located).toBeNull();
  expect(phone.clearWatch).toHaveBeenCalledOnce();
});
