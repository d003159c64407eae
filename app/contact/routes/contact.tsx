import { data } from "react-router";
import { senderContext } from "../../mail/sender.server.ts";
import { redirectWithFlash } from "../../site/flash.server.ts";
import type { PublicPageHandle } from "../../site/public-page.ts";
import { mayTry, tooManyTriesMessage } from "../../site/rate-limit.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { PageHead } from "../../ui/shell/page-head.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { sendMessage } from "../contact.server.ts";
import { checkMessage, type Message, type Problem, readTyped } from "../message.ts";
import { MessageForm, type Refusal, trapName } from "../message-form.tsx";
import { SiteLinks } from "../site-links.tsx";
import type { Route } from "./+types/contact.ts";
import styles from "./contact.module.css";

export const handle = { publicPage: { inSitemap: true } } satisfies PublicPageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { contact: context.get(siteContext).contact };
}

export async function action({ request, context }: Route.ActionArgs) {
  const formData = await readForm(request);
  const typed = readTyped(formData);
  const checked = checkMessage(typed);
  if (!checked.ok) return refuse(typed, checked.problem, 400);
  if (formData.get(trapName)) return thank();
  try {
    if (!(await mayTry(context, { "message-address": context.get(siteContext).clientAddress }))) {
      return refuse(typed, { field: null, text: tooManyTriesMessage }, 429);
    }
    const { message } = checked;
    const isDelivered = await sendMessage(
      context.get(siteContext).db,
      context.get(senderContext),
      message,
    );
    return isDelivered ? thank() : refuse(typed, failed, 503);
  } catch (error) {
    context.get(siteContext).log.error({ err: error }, "message not taken in");
    return refuse(typed, failed, 503);
  }
}

/** Where the site is out of reach, what was typed comes back all the same. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = readTyped(await request.clone().formData());
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return refuse(typed, failed, 503);
  }
}

const failed: Problem = {
  field: null,
  text: "Erro ao enviar o e-mail. Tente novamente.",
};

function refuse(typed: Message, problem: Problem, status: number) {
  return data<Refusal>({ typed, problem }, { status });
}

function thank() {
  return redirectWithFlash("/contato", { kind: "success", text: "E-mail enviado com sucesso!" });
}

const lead =
  "Dúvida, plano, um anúncio estranho ou um lugar que vale a visita: conte para a gente.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Fale com o Mar de Minas por telefone, WhatsApp, e-mail ou pelo formulário.";
  return pageMeta(args, { title: "Contato", description });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Contato" lead={lead} />
      <SiteLinks {...loaderData.contact} />
      <MessageForm refusal={actionData} />
    </div>
  );
}
