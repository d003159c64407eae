import { data, redirect } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { deadLink } from "../../../domain/accounts/account-refusals.ts";
import { NothingStored } from "../../../domain/accounts/links/nothing-stored.tsx";
import { formatCivilDate, today } from "../../../domain/calendar/civil-date.ts";
import { describeAlert, notChanged, watchedOf } from "../../../domain/search/alerts/alert.ts";
import { alertLinks } from "../../../domain/search/alerts/alert-mail.server.ts";
import {
  type Alert,
  confirmAlert,
  eraseAlert,
  findAlert,
  findWatchedListing,
} from "../../../domain/search/alerts/alerts.server.ts";
import { writeFilters } from "../../../domain/search/filters.ts";
import { eraseForGood } from "../../../platform/mail/sender.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, type FormResult } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/alert-page.ts";

async function findLinked({ context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const id = await readLinkToken(context, alertLinks, params.codigo);
  return id === null ? null : findAlert(db, id);
}

/** Opening the link changes nothing: mail scanners open links, too. */
export async function loader(args: Route.LoaderArgs) {
  const alert = await findLinked(args);
  if (!alert) return data(null, { status: 410 });
  const { db } = args.context.get(siteContext);
  const day = today();
  const { filters, postId } = watchedOf(alert);
  const listing = postId === null ? null : await findWatchedListing(db, postId);
  return data({
    words: describeAlert(filters, day, listing),
    isConfirmed: alert.confirmedAt !== null,
    endsOn: alert.endsOn,
    address:
      postId === null
        ? pageAddress("/search", writeFilters(filters))
        : pageAddress(`/posts/${postId}`, writeFilters(filters)),
  });
}

export async function action(args: Route.ActionArgs) {
  const alert = await findLinked(args);
  const { context, url } = args;
  const { db } = context.get(siteContext);
  const withAlert = (answer: (alert: Alert) => Promise<FormResult>) => () =>
    alert ? answer(alert) : deadLink;
  const here = url.pathname;
  return answerForms(
    args,
    {
      confirmar: withAlert(async ({ id }) => {
        const result = await confirmAlert(db, id);
        return result.ok ? redirect(here) : result;
      }),
      parar: withAlert(async ({ id }) => {
        await eraseForGood(context, (tx) => eraseAlert(tx, id));
        return redirect(here);
      }),
    },
    { failure: { message: notChanged, log: "alert not changed" } },
  );
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Seu aviso");
}

export default function AlertRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <NothingStored title="Não guardamos este aviso">
        Ele terminou ou foi apagado, com o seu e-mail e as mensagens, ou o link chegou incompleto.
        Para ser avisado, faça a busca de novo.
      </NothingStored>
    );
  }
  const { words, isConfirmed, endsOn, address } = loaderData;
  const error = actionData?.message;
  return (
    <AccountPage
      title={isConfirmed ? "Aviso ligado" : "Confirme o seu aviso"}
      lead={
        <>
          <b>{words}</b>.{" "}
          {isConfirmed
            ? `Vai até ${formatCivilDate(endsOn)}. Mandamos um e-mail de manhã quando houver novidade, no máximo um por dia.`
            : "Um toque, e passamos a olhar por você."}
        </>
      }
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to={address}>
          {address.startsWith("/posts/") ? "Ver o anúncio" : "Ver esta busca agora"}
        </Link>
      }
    >
      {isConfirmed ? (
        <AccountForm error={error} intent="parar" action="Parar aviso" />
      ) : (
        <AccountForm
          error={error}
          intent="confirmar"
          action="Confirmar aviso"
          aside={{ intent: "parar", label: "Parar aviso" }}
        />
      )}
      <p className="small soft">“Parar aviso” apaga este aviso e os e-mails dele.</p>
    </AccountPage>
  );
}
