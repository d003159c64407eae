import { type DataStrategyResult, data } from "react-router";
import { expect, test } from "vitest";
import { keepUnsentForm } from "./keep-unsent-form.ts";

function routeError(status: number) {
  return { status, statusText: "", internal: false, data: "" };
}

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
