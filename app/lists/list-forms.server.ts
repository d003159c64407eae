import { type RouterContextProvider, redirect } from "react-router";
import { today } from "../calendar/civil-date.ts";
import { redirectWithFlash } from "../site/flash.server.ts";
import { mayTry, tooManyTries } from "../site/rate-limit.server.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import { siteContext } from "../site/site.server.ts";
import { isTrapped } from "../ui/forms/trap.ts";
import { listPath } from "./group-list.ts";
import { createListBrowser, keepListBrowser, readListBrowser } from "./list-browser.server.ts";
import {
  addToList,
  changePlan,
  deleteList,
  joinList,
  type ListRequest,
  leaveList,
  removeFromList,
  removeMember,
  setListClosed,
  voteOnListing,
} from "./list-commands.server.ts";
import {
  parseMember,
  parsePlan,
  planFields,
  readListingAddress,
  typedValues,
} from "./list-form.ts";
import { findPlan } from "./lists.server.ts";

export interface ListOutcome {
  intent: string;
  /** About the form as a whole; null if the errors say it all. */
  message: string | null;
  /** What was typed, by control. */
  values: Record<string, string>;
  /** Sentences by control. */
  errors: Record<string, string[] | null>;
}

const typedFields = [...planFields, "anuncio"] as const;

interface ListForm {
  context: Readonly<RouterContextProvider>;
  request: ListRequest;
  formData: FormData;
}

type Failure = Refusal & { errors?: ListOutcome["errors"] };

/** A path to go to, or a response. */
type Answer = (form: ListForm) => Promise<{ ok: true; to: string | Response } | Failure>;

const invalid = (errors: ListOutcome["errors"] | null): Failure => ({
  ...refuse("invalid", ""),
  errors: errors ?? {},
});

/** Handlers by the value of a form's field `intent`. */
const answers: Record<string, Answer> = {
  async entrar({ context, request, formData }) {
    const submission = parseMember(formData);
    if (submission.status !== "success") return invalid(submission.reply().error ?? null);
    const to = listPath(request.code);
    if (isTrapped(formData)) return { ok: true, to };
    const { db, clientAddress } = context.get(siteContext);
    const tries = { "list-join-address": clientAddress, "list-join-list": request.code };
    if (!(await mayTry(context, tries))) return tooManyTries;
    const key = request.key ?? createListBrowser().key;
    const result = await joinList(db, { ...request, key }, submission.value.nome);
    if (!result.ok) return besideField(result, "nome");
    return {
      ok: true,
      to: redirect(to, { headers: await keepListBrowser({ key, nome: submission.value.nome }) }),
    };
  },
  async votar({ context, request, formData }) {
    const postId = String(formData.get("anuncio") ?? "");
    const vote = String(formData.get("voto") ?? "");
    if (!Object.hasOwn(votes, vote)) return refuse("invalid", "Esse voto não existe.");
    const { db } = context.get(siteContext);
    const result = await voteOnListing(db, request, postId, votes[vote] ?? null);
    return result.ok ? { ok: true, to: itemPath(request.code, postId) } : result;
  },
  async acrescentar({ context, request, formData }) {
    const ids = formData.getAll("anuncio").map((typed) => readListingAddress(String(typed)));
    const [first] = ids;
    if (!first || ids.includes(null)) {
      return invalid({ anuncio: ["Cole aqui o endereço de um anúncio do Mar de Minas."] });
    }
    const { db } = context.get(siteContext);
    const result = await addToList(db, request, ids as string[]);
    if (!result.ok) return besideField(result, "anuncio");
    return { ok: true, to: itemPath(request.code, first) };
  },
  async tirar({ context, request, formData }) {
    const postId = String(formData.get("anuncio") ?? "");
    const result = await removeFromList(context.get(siteContext).db, request, postId);
    const removed = new URLSearchParams({ tirado: postId });
    return result.ok ? { ok: true, to: `${listPath(request.code)}?${removed}` } : result;
  },
  async mudar({ context, request, formData }) {
    const { db } = context.get(siteContext);
    const stored = await findPlan(db, request.code);
    const submission = parsePlan(formData, request.day, stored);
    if (submission.status !== "success") return invalid(submission.reply().error ?? null);
    return leadToList(request, await changePlan(db, request, submission.value));
  },
  sair: async ({ context, request }) =>
    leadToList(request, await leaveList(context.get(siteContext).db, request)),
  encerrar: async ({ context, request }) =>
    leadToList(request, await setListClosed(context.get(siteContext).db, request, true)),
  reabrir: async ({ context, request }) =>
    leadToList(request, await setListClosed(context.get(siteContext).db, request, false)),
  async "tirar-pessoa"({ context, request, formData }) {
    const nome = String(formData.get("pessoa") ?? "");
    return leadToList(request, await removeMember(context.get(siteContext).db, request, nome));
  },
  async excluir({ context, request, formData }) {
    if (formData.get("confirmado") !== "sim") {
      return refuse("invalid", "Confirme que a lista deve ser excluída.");
    }
    const result = await deleteList(context.get(siteContext).db, request);
    if (!result.ok) return result;
    const flash = { kind: "success", text: "Lista excluída." } as const;
    return { ok: true, to: await redirectWithFlash("/guardados", flash) };
  },
};

const votes: Record<string, boolean | null> = { quero: true, "nao-quero": false, nenhum: null };

function itemPath(code: string, postId: string): string {
  return `${listPath(code)}#anuncio-${encodeURIComponent(postId)}`;
}

function leadToList({ code }: ListRequest, result: { ok: true } | Refusal) {
  return result.ok ? { ok: true as const, to: listPath(code) } : result;
}

function besideField(refusal: Refusal, field: string): Failure {
  const isAboutField = refusal.reason === "invalid" || refusal.reason === "taken-name";
  return isAboutField ? { ...refusal, errors: { [field]: [refusal.message] } } : refusal;
}

/** Answers with status 404 if there is no such list. */
export async function answerListForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  code: string,
  formData: FormData,
): Promise<Response | { outcome: ListOutcome; status: number }> {
  const intent = String(formData.get("intent") ?? "");
  const answer = Object.hasOwn(answers, intent) ? answers[intent] : undefined;
  const key = (await readListBrowser(request))?.key ?? null;
  const form = { context, request: { code, key, day: today() }, formData };
  const result = answer ? await limited({ ...form, intent }, answer) : unknownForm;
  if (result.ok) return typeof result.to === "string" ? redirect(result.to) : result.to;
  const { reason, message, errors }: Failure = result;
  const values = typedValues(formData, typedFields);
  const outcome = { intent, message: errors ? null : message, values, errors: errors ?? {} };
  return { outcome, status: statusOf(reason) };
}

const unknownForm = refuse("invalid", "Esse botão não existe mais. Abra a página de novo.");

/** Forms that change what the list and its share card show. */
const edits = new Set(["acrescentar", "tirar", "mudar"]);

async function limited(
  { intent, ...form }: ListForm & { intent: string },
  answer: Answer,
): ReturnType<Answer> {
  const { clientAddress } = form.context.get(siteContext);
  const isAllowed = await mayTry(form.context, {
    "list-change-address": clientAddress,
    ...(edits.has(intent) ? { "list-edit-list": form.request.code } : {}),
  });
  return isAllowed ? answer(form) : tooManyTries;
}

export function statusOf(reason: string): number {
  return { "not-found": 404, forbidden: 403, "too-many-tries": 429 }[reason] ?? 400;
}
