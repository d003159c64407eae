import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { noted } from "../answer-panel.server.ts";
import { resendMail } from "../mail/mail-commands.server.ts";
import { listUndelivered } from "../mail/mail-lists.server.ts";
import { UndeliveredMails } from "../mail/undelivered-mails.tsx";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/emails-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  return listNewest(url, (limit) => listUndelivered(db, limit));
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db } = context.get(siteContext);
  return answerForms(args, {
    reenviar: ({ text }) =>
      noted(resendMail(db, user, text("id")), url, "O e-mail vai sair de novo."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("E-mails que não saíram");
}

export default function EmailsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next } = loaderData;
  return (
    <>
      <PanelHead title="E-mails que não saíram" />
      {rows.length > 0 ? (
        <UndeliveredMails mails={rows} outcome={actionData} />
      ) : (
        <p className="soft">
          Tudo saiu. Um e-mail que falha aparece aqui e é tentado de novo sozinho.
        </p>
      )}
      <NextPage to={next} />
    </>
  );
}
