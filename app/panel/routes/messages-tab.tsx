import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { noted } from "../answer-panel.server.ts";
import { resolveMessage } from "../mail/mail-commands.server.ts";
import { listMessages } from "../mail/mail-lists.server.ts";
import { Messages } from "../mail/message-list.tsx";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/messages-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  return listNewest(url, (limit) => listMessages(db, limit));
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db } = context.get(siteContext);
  return answerForms(args, {
    resolvida: ({ text }) =>
      noted(resolveMessage(db, user, text("id")), url, "Mensagem resolvida."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Mensagens do contato");
}

export default function MessagesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next } = loaderData;
  return (
    <>
      <PanelHead title="Mensagens do contato" />
      {rows.length > 0 ? (
        <Messages messages={rows} outcome={actionData} />
      ) : (
        <p className="soft">Nenhuma mensagem. As novas aparecem aqui e chegam por e-mail.</p>
      )}
      <NextPage to={next} />
    </>
  );
}
