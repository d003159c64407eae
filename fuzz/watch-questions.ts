import type { FuzzRequest } from "./fuzz-request.ts";
import type { Confirmed } from "./watch.ts";
import type { Diff } from "./watch-lists.ts";
import type { World } from "./world.ts";

/** Looking at the list marks questions as seen. The last column is the ad's id and the advertiser's. */
export const questionTable = `id::text, null,
  md5(concat_ws('|', nome, email, mensagem, "deliveredAt", answer, "reportedAt", "discardedAt")),
  "postId"::text || ' ' || uid::text`;

/** Letters about questions, whichever account they are of. */
export const isQuestionLetter = `content->>'subject' ~ '^(Pergunta de um hóspede|Sua pergunta foi|Está livre!|Nessas datas está ocupado)'`;

export type ConfirmedQuestion =
  | { what: "asked"; id: string }
  | { what: "answered"; uid: string }
  | { what: "calendar"; uid: string; id: string };

/** What a response says about questions; an answer may also have marked nights. */
export function readQuestions(
  { questions }: World,
  request: FuzzRequest,
  response: Response,
): ConfirmedQuestion[] {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  const [, asked] = /^\/posts\/([^/]+)\/perguntar$/.exec(path) ?? [];
  // A redirect of the client router is a status 202 with the place in its body.
  if (asked && response.status < 400) return [{ what: "asked", id: asked }];
  const [, token = ""] = /^\/pergunta\/([^/]+)$/.exec(path) ?? [];
  const linked = questions.find((each) => each.token === token);
  const uid =
    linked?.uid ?? (/^\/perguntas(\/|$)/.test(path) ? request.actor.user?.uid : undefined);
  if (!uid || (linked && response.status >= 400)) return [];
  const isMark = request.entries.some(([name, value]) => name === "intent" && value === "marcar");
  if (!isMark) return [{ what: "answered", uid }];
  if (response.status >= 400) return [];
  const ids = request.entries.flatMap(([name, value]) => (name === "id" ? [value] : []));
  const marked = questions.filter((each) => each === linked || ids.includes(each.id));
  return [
    { what: "answered", uid },
    ...marked
      .filter((each) => each.uid === uid)
      .map(({ postId }) => ({ what: "calendar" as const, uid, id: postId })),
  ];
}

/** Lists changes of questions that no response confirmed, and letters that none explains. */
export function findQuestionChanges(
  changes: Diff,
  letters: number,
  confirmed: readonly Confirmed[],
): string[] {
  const asked = confirmed.flatMap((each) => (each.what === "asked" ? [each.id] : []));
  const answered = confirmed.flatMap((each) => (each.what === "answered" ? [each.uid] : []));
  const wrong: string[] = [];
  for (const { id, more } of changes.added) {
    if (!asked.includes(more?.split(" ")[0] ?? "")) wrong.push(`question ${id} appeared`);
  }
  // The same question within a day is one.
  if (changes.added.length > asked.length) wrong.push(`${changes.added.length} questions appeared`);
  for (const { id, more } of changes.changed) {
    if (!answered.includes(more?.split(" ")[1] ?? "")) wrong.push(`question ${id} changed`);
  }
  if (changes.removed.length > 0) wrong.push(`${changes.removed.length} questions went`);
  // A form of the script's has up to 200 answers, but few that are questions.
  const most = 2 * asked.length + 5 * answered.length;
  if (letters > most) wrong.push(`${letters} letters about questions, at most ${most} explained`);
  return wrong;
}
