import type { SubmissionResult } from "@conform-to/react";
import { data, redirect, useNavigate, useSearchParams } from "react-router";
import { findAccount } from "../../accounts/account.server.ts";
import { parseDeletion } from "../../accounts/credentials.ts";
import { mayTry, tooManyTriesMessage } from "../../accounts/rate-limit.server.ts";
import { errorsOf } from "../../accounts/refusal.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { dbContext } from "../../db/client.server.ts";
import { retentionDays } from "../../db/site.server.ts";
import { redirectWithFlash } from "../../ui/flash.server.ts";
import { privatePageMeta } from "../../ui/page-meta.ts";
import { readForm } from "../../ui/read-form.server.ts";
import { deleteAccount } from "../account-deletion.server.ts";
import { AccountFarewell } from "../account-farewell.tsx";
import type { Route } from "./+types/delete-account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid, email } = requireUser(context);
  const account = await findAccount(context.get(dbContext), uid);
  if (!account) throw redirect("/login");
  const { plano, postsCriados } = account;
  return { email, plano, postsCriados, retentionDays: retentionDays(context) };
}

function refused(lastResult: SubmissionResult<string[]>, status: number) {
  return data({ lastResult }, { status });
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseDeletion(await readForm(request));
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return refused(submission.reply({ hideFields }), 400);
  const user = requireUser(context);
  if (!(await mayTry(context, { "password-user": user.uid }))) {
    const formErrors = [tooManyTriesMessage];
    return refused(submission.reply({ hideFields, formErrors }), 429);
  }
  const result = await deleteAccount(context, request, user, submission.value.currentPassword);
  if (!result.ok) {
    return refused(submission.reply({ hideFields, ...errorsOf(result) }), result.status);
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
