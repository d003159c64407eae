import { type ActionFunctionArgs, redirect } from "react-router";
import { today } from "../../domain/calendar/civil-date.ts";
import { listPath, readVote } from "../../domain/lists/group-list.ts";
import {
  createListBrowser,
  readListBrowser,
  rememberListBrowser,
} from "../../domain/lists/list-browser.server.ts";
import {
  addToList,
  changePlan,
  deleteList,
  joinList,
  type ListCaller,
  leaveList,
  removeFromList,
  voteOnListing,
} from "../../domain/lists/list-commands.server.ts";
import { parseMember, parsePlan, readListingAddress } from "../../domain/lists/list-form.ts";
import { findPlan } from "../../domain/lists/lists.server.ts";
import { redirectWithFlash } from "../../platform/web/flash-cookie.server.ts";
import {
  answerForms,
  type FormResult,
  type SentForm,
} from "../../platform/web/forms/answer-forms.server.ts";
import { refuseInvalid } from "../../platform/web/forms/form-outcome.ts";
import {
  hour,
  type Limit,
  type Tries,
  takeTry,
  tooManyTries,
} from "../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";

const notSaved = "Não conseguimos guardar. Tente de novo em instantes.";

// A group may share one network, and votes on thirty listings each.
const joinsOfAddress: Limit = { name: "list-join-address", points: 60, duration: hour };
const changesOfAddress: Limit = { name: "list-change-address", points: 1_000, duration: hour };
// Per list, from any address: twice a full group, and every ad put in and out a few times.
const joinsOfList: Limit = { name: "list-join-list", points: 80, duration: hour };
const editsOfList: Limit = { name: "list-edit-list", points: 200, duration: hour };

type ListContext = ActionFunctionArgs["context"];

interface ListForm extends SentForm {
  context: ListContext;
  request: ListCaller;
}

const answers: Record<string, (form: ListForm) => Promise<FormResult>> = {
  async entrar({ context, request, formData }) {
    const submission = parseMember(formData);
    if (submission.status !== "success") return refuseInvalid(submission);
    const { db, clientAddress } = context.get(siteContext);
    const tries: Tries = [
      [joinsOfAddress, clientAddress],
      [joinsOfList, request.code],
    ];
    if (!(await takeTry(context, tries))) return tooManyTries;
    const key = request.key ?? createListBrowser().key;
    const result = await joinList(db, { ...request, key }, submission.value.nome);
    if (!result.ok) return besideField(result, "nome");
    const { nome } = submission.value;
    const headers = await rememberListBrowser({ key });
    const text = `Você entrou como ${nome}. Agora é só votar.`;
    return leadTo(`${listPath(request.code)}#casas`, text, headers);
  },
  async votar({ context, request, text }) {
    const vote = readVote(text("voto"));
    if (vote === undefined) return refuse("invalid", "Esse voto não existe.");
    const id = text("anuncio");
    const result = await voteOnListing(context.get(siteContext).db, request, id, vote);
    return result.ok ? redirect(itemPath(request.code, id)) : result;
  },
  async acrescentar({ context, request, text }) {
    const id = readListingAddress(text("anuncio"));
    if (!id) {
      const message = "Cole aqui o endereço de um anúncio do Mar de Minas.";
      return refuse("invalid", message, { field: "anuncio" });
    }
    const { db } = context.get(siteContext);
    const result = await addToList(db, request, id);
    if (!result.ok) return besideField(result, "anuncio");
    return leadTo(itemPath(request.code, id), "A casa está na lista.");
  },
  async tirar({ context, request, text }) {
    const postId = text("anuncio");
    const result = await removeFromList(context.get(siteContext).db, request, postId);
    return result.ok ? leadTo(`${listPath(request.code)}#casas`, "A casa saiu da lista.") : result;
  },
  async mudar({ context, request, formData }) {
    const { db } = context.get(siteContext);
    const stored = await findPlan(db, request.code);
    const submission = parsePlan(formData, request.day, stored);
    if (submission.status !== "success") return refuseInvalid(submission);
    const result = await changePlan(db, request, submission.value);
    return result.ok ? leadTo(topPath(request), "Mudanças salvas.") : result;
  },
  async sair({ context, request }) {
    const result = await leaveList(context.get(siteContext).db, request);
    return result.ok ? leadTo(topPath(request), "Você saiu da lista.") : result;
  },
  async excluir({ context, request, text }) {
    if (text("confirmado") !== "sim") {
      return refuse("invalid", "Confirme que a lista deve ser excluída.");
    }
    const result = await deleteList(context.get(siteContext).db, request);
    if (!result.ok) return result;
    return redirectWithFlash("/guardados", { kind: "success", text: "Lista excluída." });
  },
};

function itemPath(code: string, postId: string): string {
  return `${listPath(code)}#anuncio-${encodeURIComponent(postId)}`;
}

function topPath({ code }: ListCaller): string {
  return `${listPath(code)}#lista`;
}

/** Reports the change, and leads to the part of the list that shows it, where the keyboard continues. */
function leadTo(to: string, text: string, headers?: Headers): Promise<Response> {
  return redirectWithFlash(to, { kind: "success", text }, headers);
}

function besideField(refusal: Refusal, field: string): Refusal {
  const isAboutField = refusal.reason === "invalid" || refusal.reason === "taken-name";
  return isAboutField ? { ...refusal, field } : refusal;
}

export async function answerListForms(args: ActionFunctionArgs, code: string) {
  const { request, context } = args;
  const key = (await readListBrowser(request))?.key ?? null;
  const list = { context, request: { code, key, day: today() } };
  const forms = Object.entries(answers).map(([intent, answer]) => {
    const limited = async (form: SentForm) =>
      (await takeChange(list, intent)) ? answer({ ...list, ...form }) : tooManyTries;
    return [intent, limited] as const;
  });
  return answerForms(args, Object.fromEntries(forms), {
    failure: { message: notSaved, log: "list not changed" },
    isPageOfRow: true,
  });
}

/** Forms that change what the list shows. */
const edits = new Set(["acrescentar", "tirar", "mudar"]);

function takeChange({ context, request }: Pick<ListForm, "context" | "request">, intent: string) {
  const own = [changesOfAddress, context.get(siteContext).clientAddress] as const;
  return takeTry(context, edits.has(intent) ? [own, [editsOfList, request.code]] : [own]);
}
