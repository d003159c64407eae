import { expect, test } from "vitest";
import { sendForm } from "./send-form.ts";

const failure = { failure: "Tente de novo." };

function routeError(status: number) {
  return { status, statusText: "", internal: false, data: "" };
}

function rejectWith(error: unknown) {
  return sendForm(() => Promise.reject(error), failure);
}

test("the site's answer reaches the form", async () => {
  expect(await sendForm(async () => ({ ok: true }), failure)).toEqual({ ok: true });
});

test.each([
  ["a lost connection", new TypeError("Failed to fetch")],
  ["an error page", routeError(500)],
  ["an outage", routeError(503)],
])(
  "after %s the form receives the failure, with a status that keeps the page",
  async (_, error) => {
    expect(await rejectWith(error)).toMatchObject({ data: failure, init: { status: 503 } });
  },
);

test.each([
  ["a redirect", new Response(null, { status: 302 })],
  ["a refusal with a page of its own", routeError(404)],
])("%s is passed on to the router", async (_, answer) => {
  await expect(rejectWith(answer)).rejects.toBe(answer);
});
