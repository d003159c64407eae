import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stored, stubTrayBrowser } from "../../../testing/photo-tray.ts";
import { CopyTask } from "./copy-task.ts";

beforeEach(() => {
  stubTrayBrowser();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers requests in turn; null stands for a broken connection. */
function answerWith(...answers: (Response | null)[]): void {
  for (const answer of answers) {
    if (answer) vi.mocked(fetch).mockResolvedValueOnce(answer);
    else vi.mocked(fetch).mockRejectedValueOnce(new TypeError("offline"));
  }
}

const copied = () => Response.json({ photo: stored("copia") }, { status: 201 });
const busy = () => new Response("Espere.", { status: 503 });
const requested = () => vi.mocked(fetch).mock.calls.map(([url]) => String(url));

async function settle(task: CopyTask): Promise<void> {
  for (let n = 0; n < 20 && task.getSnapshot().state === "running"; n++) {
    await vi.advanceTimersByTimeAsync(64_000);
  }
}

test("a copy is asked for once it may start, and is then the form's photo", async () => {
  answerWith(copied());
  const task = new CopyTask("original", "rascunho");
  expect(fetch).not.toHaveBeenCalled();
  task.start();
  expect(task.getSnapshot().id).toBeNull();
  await settle(task);
  const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  expect(requested()).toEqual([
    expect.stringMatching(new RegExp(`^/envios/original/copiar/rascunho/${uuid}$`)),
  ]);
  expect(task.getSnapshot()).toMatchObject({ state: "success", id: "copia" });
});

test("lost answers and a busy site are retried under the same name", async () => {
  answerWith(null, busy(), copied());
  const task = new CopyTask("original", "rascunho");
  task.start();
  await settle(task);
  expect(task.getSnapshot().state).toBe("success");
  expect(requested()).toHaveLength(3);
  expect(new Set(requested()).size).toBe(1);
});

test("a refusal is shown, and the copy can be tried again", async () => {
  answerWith(new Response("Cada anúncio leva até 10 fotos.", { status: 422 }), copied());
  const task = new CopyTask("original", "rascunho");
  task.start();
  await settle(task);
  expect(task.getSnapshot()).toMatchObject({
    state: "error",
    error: { message: "Cada anúncio leva até 10 fotos." },
  });
  task.retry();
  await settle(task);
  expect(task.getSnapshot().state).toBe("success");
});
