import { data, Link } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { DeadLink } from "../../../domain/accounts/links/unsubscription.tsx";
import { atLocation } from "../../../domain/region/locations.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import {
  confirmationLinks,
  confirmLinkedCalendar,
  findLinkedListing,
} from "../reminders.server.ts";
import type { Route } from "./+types/confirm.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const id = await readLinkToken(context, confirmationLinks, params.token);
  const listing = id && (await findLinkedListing(db, id));
  return data({ listing, days: confirmationLinks.days }, { status: listing ? 200 : 410 });
}

/** Requires a button press, because mail scanners open links. */
export async function action({ context, params }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const id = await readLinkToken(context, confirmationLinks, params.token);
  const isConfirmed = id !== null && (await confirmLinkedCalendar(db, id));
  return data({ isConfirmed }, { status: isConfirmed ? 200 : 410 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Calendário em dia");
}

export default function ConfirmRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, days } = loaderData;
  if (!listing || actionData?.isConfirmed === false) {
    return (
      <DeadLink>
        Ele serve por {days} dias, enquanto o anúncio existe e você não troca de e-mail ou de senha.
        Confirme as datas no calendário, em Meus Anúncios.
      </DeadLink>
    );
  }
  const name = (
    <>
      <b>{listing.title}</b>, {atLocation(listing.localizacao)}
    </>
  );
  if (actionData) {
    return (
      <AccountPage
        title="Calendário em dia"
        lead={<>Obrigado! Os hóspedes veem que as datas de {name}, estão certas.</>}
        picture="lago-amanhecer"
        otherwise={
          <Link className="link" to={`/posts/${listing.id}`}>
            Ver o anúncio
          </Link>
        }
      />
    );
  }
  return (
    <AccountPage
      title="Nada mudou?"
      lead={<>Um toque diz aos hóspedes que as datas de {name}, continuam valendo.</>}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to={`/posts/${listing.id}/calendario`}>
          Mudar alguma data
        </Link>
      }
    >
      <AccountForm action="Está em dia" />
    </AccountPage>
  );
}
