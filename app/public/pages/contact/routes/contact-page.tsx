import { findAccount } from "../../../../domain/accounts/account.server.ts";
import {
  type PlanRequest,
  readPlanRequest,
  writeRequest,
} from "../../../../domain/accounts/plans/plan-request.ts";
import { summarizePlan } from "../../../../domain/accounts/plans/plan-summary.ts";
import {
  type CurrentUser,
  currentUser,
} from "../../../../domain/accounts/session-context.server.ts";
import { today } from "../../../../domain/calendar/civil-date.ts";
import { PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../../platform/web/flash-cookie.server.ts";
import { answerForms, checked } from "../../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { describeRunner } from "../../../../platform/web/runner-words.ts";
import { type RequestSite, siteContext } from "../../../../platform/web/site.server.ts";
import { sendMessage } from "../contact.server.ts";
import { type Message, parseMessage } from "../message.ts";
import { MessageForm } from "../message-form.tsx";
import { SiteLinks } from "../site-links.tsx";
import type { Route } from "./+types/contact-page.ts";
import styles from "./contact-page.module.css";

export const handle = {
  publicPage: {
    inSitemap: true,
    // Begins the message of whoever is logged in.
    readQuery: () => null,
  },
} satisfies PageHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { contact, runner } = site;
  const user = currentUser(context);
  const request =
    readPlanRequest(url.searchParams) ?? (user && (await findMissingPlan(site, user)));
  return {
    contact,
    runBy: describeRunner(runner),
    privacyContact: runner.privacyContact,
    isSent: url.searchParams.get("enviada") === "1",
    begun: request && beginMessage(request, user, site.siteUrl),
    greeting: request && writeRequest(request, site.siteUrl, user?.email),
  };
}

/** An advertiser without a plan is sent here to ask for one (spec §8). */
async function findMissingPlan(
  { db }: RequestSite,
  { uid }: CurrentUser,
): Promise<PlanRequest | null> {
  const account = await findAccount(db, uid);
  const summary = account && summarizePlan(account, today());
  const isMissing = account && (account.postsPermitidos === 0 || !summary?.isValid);
  return isMissing && summary ? summary.request : null;
}

/** Begins a message that asks for a plan (spec §2); everything can still be changed. */
function beginMessage(request: PlanRequest, user: CurrentUser | null, siteUrl: string): Message {
  const mensagem = writeRequest(request, siteUrl);
  return { nome: user?.displayName ?? "", email: user?.email ?? "", mensagem };
}

export function action(args: Route.ActionArgs) {
  const send = checked(parseMessage, async (message) => {
    const result = await sendMessage(args.context, message);
    return result.ok ? thank() : result;
  });
  return answerForms(args, { "": send });
}

function thank() {
  return redirectWithFlash("/contato?enviada=1", {
    kind: "success",
    text: "E-mail enviado com sucesso!",
  });
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
      <SiteLinks {...loaderData.contact} asked={loaderData.greeting} />
      <MessageForm outcome={actionData} isSent={loaderData.isSent} begun={loaderData.begun} />
      {(loaderData.runBy || loaderData.privacyContact) && (
        <p className={`${styles.runner} small soft`}>
          {loaderData.runBy && <>Quem mantém o site: {loaderData.runBy}. </>}
          {loaderData.privacyContact && (
            <>Encarregado pelos dados pessoais: {loaderData.privacyContact}.</>
          )}
        </p>
      )}
    </div>
  );
}
