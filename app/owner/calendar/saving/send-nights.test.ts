import { afterEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../../../../testing/fake-tus.ts";
import { openNightQueue, sendNights } from "./night-queue.ts";
import { describeSaving } from "./saving-words.ts";

const key = "calendario:u:a";
const html = { headers: { "Content-Type": "text/html" } };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerWith(...answers: Response[]) {
  const fetched = vi.fn<typeof fetch>();
  for (const answer of answers) fetched.mockResolvedValueOnce(answer);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

function openQueue() {
  const storage = new FakeStorage();
  const send = sendNights.bind(null, "a");
  return { storage, queue: openNightQueue({ nights: [], storage, key, send, waits: [5] }) };
}

test.each([
  ["a page", new Response("<h1>Acesso negado</h1>", { ...html, status: 403 })],
  ["JSON of its own", Response.json({ error: "denied" }, { status: 407 })],
  ["nothing", new Response(null, { status: 400 })],
])(
  "a proxy that refuses with %s ends the retries, and the nights stay unsent",
  async (_, answer) => {
    vi.useFakeTimers();
    const fetched = answerWith(answer);
    const { storage, queue } = openQueue();
    queue.change(["2026-12-11", "2026-12-12"], true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(storage.getItem(key)).toBe('{"2026-12-11":true,"2026-12-12":true}');
    expect(describeSaving(queue.state(), true)).toEqual({
      tone: "bad",
      text: "Não salvo: a conexão recusou o pedido. 2 dias esperando neste aparelho.",
    });

    const nights = ["2026-12-11", "2026-12-12"];
    fetched.mockResolvedValueOnce(Response.json({ nights, skipped: [] }));
    await queue.flush();
    expect(queue.state()).toMatchObject({ status: { kind: "saved" }, answer: { nights } });
    expect(storage.getItem(key)).toBeNull();
  },
);

test("the site's own refusal says why, and drops the nights", async () => {
  answerWith(Response.json({ message: "Erro ao carregar o post!" }, { status: 404 }));
  const { storage, queue } = openQueue();
  queue.change(["2026-12-11"], true);
  await expect.poll(() => queue.state().status.kind).toBe("refused");
  expect(describeSaving(queue.state(), true).text).toBe("Não salvo: Erro ao carregar o post!");
  expect(storage.getItem(key)).toBeNull();
});

test.each([
  ["an overloaded site", () => new Response("", { status: 503 })],
  ["a captive portal", () => new Response("<h1>Wi-Fi</h1>", html)],
])("%s is asked again", async (_, answer) => {
  vi.useFakeTimers();
  const nights = ["2026-12-11"];
  const fetched = answerWith(answer(), answer(), Response.json({ nights, skipped: [] }));
  const { queue } = openQueue();
  queue.change(nights, true);
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(queue.state().status.kind).toBe("saved");
});
