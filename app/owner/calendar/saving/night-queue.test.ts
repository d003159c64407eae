import { expect, test } from "vitest";
import { FakeStorage } from "../../../../testing/fake-tus.ts";
import { type NightChange, type NightSendOutcome, openNightQueue } from "./night-queue.ts";

const key = "calendario:u:a";

/** A site whose answers the test gives one by one. */
function createSite() {
  const sent: NightChange[] = [];
  const answers: ((outcome: NightSendOutcome) => void)[] = [];
  async function answer(outcome: NightSendOutcome) {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(outcome);
  }
  const send = (change: NightChange) => {
    sent.push(change);
    return new Promise<NightSendOutcome>((resolve) => answers.push(resolve));
  };
  return { sent, send, answer };
}

function openQueue(storage = new FakeStorage()) {
  const site = createSite();
  const queue = openNightQueue({ nights: [], storage, key, send: site.send, waits: [5] });
  return { ...site, queue, storage };
}

const saved = (...nights: string[]): NightSendOutcome => ({
  kind: "saved",
  answer: { nights, skipped: [] },
});

test("saves a change and takes over the nights the site confirms", async () => {
  const { queue, sent, answer } = openQueue();
  queue.change(["2026-12-11"], true);
  expect(queue.state().status.kind).toBe("saving");
  await answer(saved("2026-12-11", "2026-12-20"));
  await expect.poll(() => queue.state().status.kind).toBe("saved");
  expect(sent).toEqual([{ mark: ["2026-12-11"], free: [] }]);
  expect(queue.state().answer.nights).toEqual(["2026-12-11", "2026-12-20"]);
  expect(queue.state().pending.size).toBe(0);
});

test("sends changes made meanwhile in a second request, one at a time", async () => {
  const { queue, sent, answer } = openQueue();
  queue.change(["2026-12-11"], true);
  queue.change(["2026-12-12"], true);
  queue.change(["2026-12-11"], false);
  expect(sent).toHaveLength(1);
  await answer(saved("2026-12-11"));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual({ mark: ["2026-12-12"], free: ["2026-12-11"] });
  await answer(saved("2026-12-12"));
  await expect.poll(() => queue.state().status.kind).toBe("saved");
});

test("keeps changes while offline, and sends them again", async () => {
  const { queue, sent, answer } = openQueue();
  queue.change(["2026-12-11"], true);
  await answer({ kind: "away" });
  await expect.poll(() => sent.length).toBe(2);
  expect([...queue.state().pending]).toEqual([["2026-12-11", true]]);
  await answer(saved("2026-12-11"));
  await expect.poll(() => queue.state().status.kind).toBe("saved");
});

test("a reopened page sends the changes that an earlier one couldn't", async () => {
  const storage = new FakeStorage();
  const before = openQueue(storage);
  before.queue.change(["2026-12-11"], true);
  await before.answer({ kind: "away" });
  await expect.poll(() => before.queue.state().status.kind).toBe("waiting");
  before.queue.stop();

  const after = openQueue(storage);
  expect([...after.queue.state().pending]).toEqual([["2026-12-11", true]]);
  void after.queue.flush();
  await after.answer(saved("2026-12-11"));
  await expect.poll(() => after.queue.state().status.kind).toBe("saved");
  expect(storage.getItem(key)).toBeNull();
});

test("keeps changes of a session that ended until the owner logs in again", async () => {
  const { queue, answer, storage } = openQueue();
  queue.change(["2026-12-11"], true);
  await answer({ kind: "logged-out" });
  await expect.poll(() => queue.state().status.kind).toBe("logged-out");
  expect(storage.getItem(key)).toBe('{"2026-12-11":true}');
});

test("sends changes that a full storage refused", async () => {
  const storage = new FakeStorage();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const { queue, sent, answer } = openQueue(storage);
  queue.change(["2026-12-11"], true);
  queue.change(["2026-12-12"], true);
  await answer(saved("2026-12-11"));
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(({ mark }) => mark)).toEqual([["2026-12-11"], ["2026-12-12"]]);
  await answer(saved("2026-12-11", "2026-12-12"));
  await expect.poll(() => queue.state().pending.size).toBe(0);
});
