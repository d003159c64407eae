import { data } from "react-router";
import { DeadLink, Unsubscription } from "../../../domain/accounts/links/unsubscription.tsx";
import { staleAfterDays } from "../../../domain/listings/freshness.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { reminderStopLinks, stopReminders } from "../reminders.server.ts";
import type { Route } from "./+types/unsubscribe.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const uid = await readLinkToken(context, reminderStopLinks, params.token);
  const isValid = uid !== null;
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

/** Also accepts the one-click POST of mail programs (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const uid = await readLinkToken(context, reminderStopLinks, params.token);
  const isStopped = uid !== null;
  if (isStopped) await stopReminders(db, uid);
  return data({ isStopped }, { status: isStopped ? 200 : 410 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Lembretes por e-mail");
}

export default function UnsubscribeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isValid || actionData?.isStopped === false) {
    return <DeadLink>Use o link do lembrete mais novo.</DeadLink>;
  }
  return (
    <Unsubscription
      isStopped={actionData?.isStopped ?? null}
      question={{
        title: "Parar os lembretes?",
        lead: `Uma vez por mês, lembramos você de confirmar os calendários que ninguém confirmou por ${staleAfterDays} dias.`,
      }}
      done={{
        title: "Lembretes desligados",
        lead: "Não vamos mais lembrar você de confirmar os calendários dos seus anúncios. Para voltar a receber, abra o calendário de um anúncio.",
      }}
    />
  );
}
