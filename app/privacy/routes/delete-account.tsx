import { data, redirect, useNavigate, useSearchParams } from "react-router";
import { findAccount } from "../../accounts/account.server.ts";
import { refuseForm } from "../../accounts/account-refusals.ts";
import { parseCurrentPassword } from "../../accounts/credentials.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { deleteAccount } from "../account-deletion.server.ts";
import { AccountFarewell } from "../account-farewell.tsx";
import type { Route } from "./+types/delete-account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid, email } = requireUser(context);
  const { db, retention } = context.get(siteContext);
  const account = await findAccount(db, uid);
  if (!account) throw redirect("/login");
  const { plano, postsCriados } = account;
  return { email, plano, postsCriados, retentionDays: retention.mail };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseCurrentPassword(await readForm(request));
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply({ hideFields }) }, { status: 400 });
  }
  const user = requireUser(context);
  const result = await deleteAccount(context, user, submission.value.currentPassword);
  if (!result.ok) {
    const { lastResult, status } = refuseForm(submission, result, hideFields);
    return data({ lastResult }, { status });
  }
  const text = "Sua conta, os anúncios e as fotos foram excluídos. Até outro dia!";
  return redirectWithFlash("/", { kind: "success", text, endedDraft: "all" }, result.headers);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Excluir conta");
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <AccountFarewell
      {...loaderData}
      isAsking={params.has("confirmar") || actionData !== undefined}
      lastResult={actionData?.lastResult}
      onClose={() => navigate("/minha-conta/excluir", { replace: true, preventScrollReset: true })}
    />
  );
}
