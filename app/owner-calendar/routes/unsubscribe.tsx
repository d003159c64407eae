import { data, Link } from "react-router";
import { AccountForm, AccountPage } from "../../accounts/account-form.tsx";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { calendarLinksContext } from "../calendar-links.server.ts";
import { DeadLink } from "../dead-link.tsx";
import { hasAdvertiser, stopReminders } from "../reminders.server.ts";
import type { Route } from "./+types/unsubscribe.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const uid = context.get(calendarLinksContext).read("unsubscribe", params.token);
  const isGood = uid !== null && (await hasAdvertiser(context.get(siteContext).db, uid));
  return data({ isGood }, { status: isGood ? 200 : 410 });
}

/** Also takes the one-click POST of mail programs (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const uid = context.get(calendarLinksContext).read("unsubscribe", params.token);
  const isStopped = uid !== null && (await stopReminders(context.get(siteContext).db, uid));
  return data({ isStopped }, { status: isStopped ? 200 : 410 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Lembretes por e-mail");
}

export default function UnsubscribeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isGood || actionData?.isStopped === false) {
    return <DeadLink>Desligue os lembretes no calendário de cada anúncio.</DeadLink>;
  }
  const dashboard = (
    <Link className="link" to="/dashboard">
      Ir para Meus Anúncios
    </Link>
  );
  if (actionData) {
    return (
      <AccountPage
        title="Lembretes desligados"
        lead="Não vamos mais lembrar você de confirmar os calendários dos seus anúncios. Para voltar a receber, abra o calendário de um anúncio."
        picture="lago-amanhecer"
        otherwise={dashboard}
      />
    );
  }
  return (
    <AccountPage
      title="Parar os lembretes?"
      lead="Uma vez por mês, lembramos você de confirmar os calendários que ninguém confirmou por 30 dias."
      picture="lago-amanhecer"
      otherwise={dashboard}
    >
      <AccountForm action="Não receber mais" />
    </AccountPage>
  );
}
