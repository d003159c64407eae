import { afterEach, beforeEach, expect, vi } from "vitest";

// Console errors fail the test.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);
const realFetch = globalThis.fetch;

function fetchOnThisMachine(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  if (!loopback.has(hostname)) throw new Error(`a test called ${hostname}`);
  return realFetch(input, init);
}

// Test files may share a process.
if (realFetch.name !== fetchOnThisMachine.name) globalThis.fetch = fetchOnThisMachine;
