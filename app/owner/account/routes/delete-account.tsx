import { redirect } from "react-router";
import { findAccount } from "../../../domain/accounts/account.server.ts";
import { parseCurrentPassword } from "../../../domain/accounts/credentials.ts";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { deleteAccount } from "../../../domain/privacy/account-deletion.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { AccountFarewell } from "../account-farewell.tsx";
import type { Route } from "./+types/delete-account.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { uid, email } = requireUser(context);
  const { db, retention } = context.get(siteContext);
  const account = await findAccount(db, uid);
  if (!account) throw redirect("/login");
  const { plano, postsCriados } = account;
  const isAsking = url.searchParams.has("confirmar");
  return { email, plano, postsCriados, retentionDays: retention.mail, isAsking };
}

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const user = requireUser(context);
  const leave = checked(parseCurrentPassword, async ({ currentPassword }) => {
    const result = await deleteAccount(context, user, currentPassword);
    if (!result.ok) return result;
    const text = "Sua conta, os anúncios e as fotos foram excluídos. Até outro dia!";
    return redirectWithFlash("/", { kind: "success", text, dropsPrivate: true }, result.headers);
  });
  return answerForms(args, { "": leave });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Excluir conta");
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const isAsking = loaderData.isAsking || actionData !== undefined;
  return <AccountFarewell {...loaderData} isAsking={isAsking} outcome={actionData} />;
}
