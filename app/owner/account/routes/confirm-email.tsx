import { data } from "react-router";
import { findAccount } from "../../../domain/accounts/account.server.ts";
import {
  listPasskeysUnlessStaff,
  logDeletedPasskeys,
} from "../../../domain/accounts/factors/stored-passkeys.server.ts";
import { readUnwanted } from "../../../domain/accounts/factors/unwanted-passkeys.tsx";
import {
  confirmOwnEmail,
  findUnconfirmedEmail,
  isEmailConfirmed,
} from "../../../domain/accounts/links/email-confirmation.server.ts";
import { linkLifetimes } from "../../../domain/accounts/links/link-lifetimes.ts";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { siteName } from "../../../platform/ui/shell/page-meta.ts";
import { readForm } from "../../../platform/web/forms/read-form.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { ConfirmedEmail } from "../confirmed-email.tsx";
import { EmailLinkPage } from "../email-link-page.tsx";
import type { Route } from "./+types/confirm-email.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const user = currentUser(context);
  const unconfirmed = await findUnconfirmedEmail(db, params.token);
  const email = unconfirmed?.email ?? null;
  const passkeys = unconfirmed ? await listPasskeysUnlessStaff(db, unconfirmed.uid) : [];
  // Reloaded after the link was used.
  const confirmed = !email && user && (await isEmailConfirmed(db, user.uid)) ? user.email : null;
  const account = user && (await findAccount(db, user.uid));
  const isLoggedIn = user !== null;
  const hasAds = account !== null && account.postsCriados > 0;
  const status = email || confirmed ? 200 : 410;
  return data({ email, passkeys, confirmed, isLoggedIn, hasAds }, { status });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log } = context.get(siteContext);
  const result = await confirmOwnEmail(db, params.token, readUnwanted(await readForm(request)));
  if (!result.ok) return data({ confirmed: null }, { status: result.status });
  logDeletedPasskeys(log, result);
  return data({ confirmed: result.email }, { status: 200 });
}

/** The title follows the outcome. */
export function meta(): Route.MetaDescriptors {
  return [{ name: "robots", content: "noindex" }];
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, passkeys, isLoggedIn, hasAds } = loaderData;
  const confirmed = actionData?.confirmed ?? loaderData.confirmed;
  return (
    <>
      <title>{`${confirmed ? "E-mail confirmado" : "Confirmar e-mail"} · ${siteName}`}</title>
      {confirmed ? (
        <ConfirmedEmail email={confirmed} isLoggedIn={isLoggedIn} hasAds={hasAds} />
      ) : (
        <EmailLinkPage
          isDead={!email || actionData !== undefined}
          passkeys={passkeys}
          lead={
            <>
              Falta um toque para confirmar que <b>{email}</b> é seu.
            </>
          }
          deadLead={`Ele serve uma única vez e por ${linkLifetimes.emailConfirmation.words}. Em Minha conta você vê se o e-mail já foi confirmado e pede outro link.`}
        />
      )}
    </>
  );
}
