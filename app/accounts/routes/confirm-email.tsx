import { data, Link } from "react-router";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { AccountForm, AccountPage } from "../account-form.tsx";
import { deadLink } from "../account-refusals.ts";
import { confirmOwnEmail, findUnconfirmedEmail } from "../links/email-confirmation.server.ts";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/confirm-email.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const email = await findUnconfirmedEmail(context.get(siteContext).db, params.token);
  return data({ email }, { status: email ? 200 : 410 });
}

/** Requires a button press, because mail scanners open links. */
export async function action({ context, params }: Route.ActionArgs) {
  const result = await confirmOwnEmail(context.get(siteContext).db, params.token);
  if (!result.ok) return data({ isDead: true }, { status: 410 });
  return redirectWithFlash(currentUser(context) ? "/minha-conta" : "/login", {
    kind: "success",
    text: "E-mail confirmado. Obrigado!",
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Confirmar e-mail");
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  const account = (
    <Link className="link" to="/minha-conta">
      Ir para Minha conta
    </Link>
  );
  if (!email || actionData?.isDead) {
    return (
      <AccountPage
        title={deadLink.message}
        lead="Ele serve uma única vez e por sete dias. Em Minha conta você vê se o e-mail já foi confirmado e pede outro link."
        picture="lago-amanhecer"
        otherwise={account}
      />
    );
  }
  return (
    <AccountPage
      title="Confirmar e-mail"
      lead={
        <>
          Falta um toque para confirmar que <b>{email}</b> é seu.
        </>
      }
      picture="lago-amanhecer"
      otherwise={account}
    >
      <AccountForm action="Confirmar e-mail" />
    </AccountPage>
  );
}
