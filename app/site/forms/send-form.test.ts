import { type DataStrategyResult, data } from "react-router";
import { expect, test } from "vitest";
import { keepUnsentForm, sendForm } from "./send-form.ts";

const message = "Tente de novo.";

function routeError(status: number) {
  return { status, statusText: "", internal: false, data: "" };
}

function send(serverAction: () => Promise<unknown>) {
  const body = new URLSearchParams({ intent: "email", email: "ana@example.com", password: "x" });
  const request = new Request("https://mardeminas.test/minha-conta", { method: "POST", body });
  return sendForm({ request, serverAction }, message);
}

test("the site's answer reaches the form", async () => {
  expect(await send(async () => ({ ok: true }))).toEqual({ ok: true });
});

test.each([
  ["a lost connection", new TypeError("Failed to fetch")],
  ["an error page", routeError(500)],
  ["an outage", routeError(503)],
])(
  "after %s the form receives the message and what was typed, with a status that keeps the page",
  async (_, error) => {
    expect(await send(() => Promise.reject(error))).toMatchObject({
      data: {
        ok: false,
        message,
        intent: "email",
        typed: { intent: "email", email: "ana@example.com" },
      },
      init: { status: 503 },
    });
  },
);

test("a password is never shown again", async () => {
  const { data: outcome } = (await send(() => Promise.reject(new TypeError()))) as {
    data: { typed: object };
  };
  expect(outcome.typed).not.toHaveProperty("password");
});

test.each([
  ["a redirect", new Response(null, { status: 302 })],
  ["a refusal with a page of its own", routeError(404)],
])("%s is passed on to the router", async (_, answer) => {
  await expect(send(() => Promise.reject(answer))).rejects.toBe(answer);
});

function keepAfter(method: string, result: DataStrategyResult) {
  const request = new Request("http://localhost/minha-conta", { method });
  return keepUnsentForm({ request }, async () => ({ route: result }));
}

test.each([
  ["a lost connection", data(new TypeError("Failed to fetch"))],
  ["an outage", routeError(503)],
])("after %s a form without words of its own stays, too", async (_, error) => {
  expect(await keepAfter("POST", { type: "error", result: error })).toMatchObject({
    route: { type: "data", result: { init: { status: 503 } } },
  });
});

test.each<[string, string, DataStrategyResult]>([
  ["a page that can't be loaded", "GET", { type: "error", result: new TypeError() }],
  ["a redirect", "POST", { type: "error", result: new Response(null, { status: 302 }) }],
  ["a refusal", "POST", { type: "error", result: routeError(404) }],
  ["an answer", "POST", { type: "data", result: data({ ok: true }) }],
])("%s stays as it is", async (_, method, result) => {
  expect((await keepAfter(method, result)).route).toBe(result);
});
