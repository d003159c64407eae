import { data } from "react-router";
import {
  listPasskeysUnlessStaff,
  logDeletedPasskeys,
} from "../../../domain/accounts/factors/stored-passkeys.server.ts";
import { readUnwanted } from "../../../domain/accounts/factors/unwanted-passkeys.tsx";
import {
  confirmEmail,
  findEmailOfLink,
} from "../../../domain/accounts/links/email-change.server.ts";
import { linkLifetimes } from "../../../domain/accounts/links/link-lifetimes.ts";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { siteName } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { readForm } from "../../../platform/web/forms/read-form.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { ConfirmedEmail } from "../confirmed-email.tsx";
import { EmailLinkPage } from "../email-link-page.tsx";
import type { Route } from "./+types/new-email.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const link = await findEmailOfLink(db, params.token);
  const passkeys = link ? await listPasskeysUnlessStaff(db, link.uid) : [];
  return data({ email: link?.email ?? null, passkeys }, { status: link ? 200 : 410 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log } = context.get(siteContext);
  const result = await confirmEmail(db, params.token, readUnwanted(await readForm(request)));
  if (!result.ok) return data({ changed: null }, { status: result.status });
  logDeletedPasskeys(log, result);
  if (currentUser(context)?.uid === result.uid) {
    // The account page keeps saying so, next to the form that asked for the change.
    return redirectWithFlash("/minha-conta#seu-email", {
      kind: "success",
      text: "E-mail trocado.",
    });
  }
  return data({ changed: result.email }, { status: 200 });
}

/** The title follows the outcome. */
export function meta(): Route.MetaDescriptors {
  return [{ name: "robots", content: "noindex" }];
}

export default function NewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, passkeys } = loaderData;
  const changed = actionData?.changed;
  return (
    <>
      <title>{`${changed ? "E-mail trocado" : "Confirmar e-mail"} · ${siteName}`}</title>
      {changed ? (
        <ConfirmedEmail email={changed} isLoggedIn={false} isNew />
      ) : (
        <EmailLinkPage
          isDead={!email || actionData !== undefined}
          passkeys={passkeys}
          lead={
            <>
              Falta um toque: a partir dele você entra com <b>{email}</b>.
            </>
          }
          deadLead={`Ele serve uma única vez e por ${linkLifetimes.emailChange.words}, e deixa de valer quando a troca é cancelada, quando a senha muda ou quando o e-mail ganha outra conta. Peça outro em Minha conta.`}
        />
      )}
    </>
  );
}
