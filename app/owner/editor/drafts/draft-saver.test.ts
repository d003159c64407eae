import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftSaver, type DraftStatus } from "./draft-saver.ts";

let status: DraftStatus | null;
let answers: (() => Response)[];

beforeEach(() => {
  vi.useFakeTimers();
  status = null;
  answers = [];
  const fetched = vi.fn(async () => answers.shift()?.() ?? Response.json({ ok: true }));
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openForm(continues = ""): DraftSaver {
  const onStatus = (now: DraftStatus) => {
    status = now;
  };
  return new DraftSaver({ id: "form", continues, onStatus });
}

const titled = (title: string) => ({ fields: { title: [title] }, photos: ["foto"] });

/** Bodies of the requests, in order. */
function sent(): { continues: string; fields: { title: string[] } }[] {
  return vi.mocked(fetch).mock.calls.map(([, init]) => {
    return JSON.parse(String((init?.body as URLSearchParams | undefined)?.get("conteudo")));
  });
}

test("a form is saved once typing has paused, and continues its own save from then on", async () => {
  const saver = openForm("older");
  for (const title of ["R", "Ra", "Rancho"]) {
    saver.note(titled(title));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent()).toEqual([{ id: "form", continues: "older", ...titled("Rancho") }]);
  expect(status).toMatchObject({ savedAt: new Date(), isBehind: false });
  saver.note(titled("Rancho do Lago"));
  // As when the page is left
  saver.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()[1]?.continues).toBe("form");
});

test("a change that couldn't be saved says so, and is saved once the connection is back", async () => {
  const saver = openForm();
  // The session has ended.
  answers = [() => Response.error()];
  saver.note(titled("Rancho"));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(status).toMatchObject({ savedAt: null, isBehind: true, refusal: null });
  saver.retry();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sent()).toHaveLength(2);
  expect(status).toMatchObject({ isBehind: false });
});

test("a form that another device has continued is saved no more", async () => {
  const saver = openForm();
  answers = [() => Response.json({ ok: false, message: "Mudou em outro aparelho." })];
  saver.note(titled("Rancho"));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(status).toMatchObject({ isBehind: true, refusal: "Mudou em outro aparelho." });
  saver.note(titled("Rancho do Lago"));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sent()).toHaveLength(1);
});

test("a form that is discarded waits for the save under way, and begins no other", async () => {
  const saver = openForm();
  const answer = Promise.withResolvers<Response>();
  vi.mocked(fetch).mockReturnValueOnce(answer.promise);
  saver.note(titled("Rancho"));
  saver.save();
  saver.note(titled("Rancho do Lago"));
  let isStopped = false;
  const stopping = saver.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isStopped).toBe(false);
  answer.resolve(Response.json({ ok: true }));
  await stopping;
  saver.save();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent()).toHaveLength(1);
});
