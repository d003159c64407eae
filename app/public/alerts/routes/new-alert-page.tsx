import { data, redirect } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { requestTries, tooManyEmails } from "../../../domain/accounts/account-limits.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { describeAlert, notAsked, unconfirmedDays } from "../../../domain/search/alerts/alert.ts";
import { requestAlert } from "../../../domain/search/alerts/alerts.server.ts";
import { readWatched } from "../../../domain/search/alerts/read-watched.server.ts";
import { linkingSite } from "../../../platform/mail/signed-links.server.ts";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { TrapField } from "../../../platform/ui/forms/trap-field.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { parseAlertForm } from "../alert-form.ts";
import type { Route } from "./+types/new-alert-page.ts";

export const handle: PageHandle = { isSameForVisitors: true };

const requestsOfAddress: Limit = { name: "alert-address", points: 20, duration: hour };

const askedTitle = "Veja o seu e-mail";

export async function loader({ context, url }: Route.LoaderArgs) {
  const day = today();
  const { db } = context.get(siteContext);
  const { watched, listing, problems, back } = await readWatched(db, url.searchParams, day);
  return data(
    {
      words: watched && describeAlert(watched.filters, day, listing),
      problems,
      back,
      isAsked: url.searchParams.has("pedido"),
    },
    { status: watched ? 200 : 400 },
  );
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const ask = checked(parseAlertForm, async ({ email }) => {
    const { db, clientAddress } = context.get(siteContext);
    const { watched } = await readWatched(db, url.searchParams, today());
    // The page names the mistakes in the search.
    if (!watched) return redirect(url.pathname + url.search);
    url.searchParams.set("pedido", "1");
    const asked = `/avisos/novo?${url.searchParams}`;
    if (!(await takeTry(context, [[requestsOfAddress, clientAddress]]))) return tooManyTries;
    if (!(await takeTry(context, requestTries(context, email)))) return tooManyEmails;
    await requestAlert(linkingSite(context), email, watched);
    return redirect(asked);
  });
  return answerForms(
    args,
    { "": ask },
    { failure: { message: notAsked, log: "alert not stored" } },
  );
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return privatePageMeta(loaderData?.isAsked ? askedTitle : "Avise-me");
}

export default function NewAlertRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { words, problems, back, isAsked } = loaderData;
  const otherwise = (
    <Link className="link" to={back}>
      {back.startsWith("/posts/") ? "Voltar para o anúncio" : "Voltar para a busca"}
    </Link>
  );
  if (words === null) {
    return (
      <AccountPage
        title="Falta corrigir a busca"
        lead={problems.join(" ")}
        picture="lago-amanhecer"
        otherwise={otherwise}
      />
    );
  }
  if (isAsked) {
    return (
      <AccountPage
        title={askedTitle}
        lead={
          <>
            Mandamos um link para confirmar o aviso: <b>{words}</b>. Se não chegar em alguns
            minutos, procure no spam. Sem a confirmação, o pedido se apaga em {unconfirmedDays}{" "}
            dias.
          </>
        }
        picture="lago-amanhecer"
        otherwise={otherwise}
      />
    );
  }
  return (
    <AccountPage
      title="Avise-me"
      lead={
        <>
          Vamos olhar por você: <b>{words}</b>.
        </>
      }
      picture="lago-amanhecer"
      otherwise={otherwise}
    >
      <AccountForm error={actionData?.message} action="Quero ser avisado">
        <EmailField
          hint="Só para o aviso. Ninguém mais vê."
          error={actionData?.errors.email}
          defaultValue={actionData?.typed.email}
        />
        <TrapField outcome={actionData} />
      </AccountForm>
      <p className="small soft">No máximo um e-mail por dia. Você para quando quiser.</p>
    </AccountPage>
  );
}
