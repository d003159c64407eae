import { expect, test } from "vitest";
import { sendForm } from "./send-form.ts";

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
  [
    "a lost connection",
    new TypeError("Failed to fetch"),
    "lost",
    `Parece que você está sem internet. ${message}`,
  ],
  ["an error page", routeError(500), "failed", message],
  ["an outage", routeError(503), "failed", message],
])(
  "after %s the form receives a message and what was typed, with a status that keeps the page",
  async (_, error, reason, sentence) => {
    expect(await send(() => Promise.reject(error))).toMatchObject({
      data: {
        ok: false,
        reason,
        message: sentence,
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
