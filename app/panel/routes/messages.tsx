import { Link } from "react-router";
import { answerForms, type SentForm } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageAddress, privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { type MessageMark, markMessage } from "../mail/mail-commands.server.ts";
import { listMessages } from "../mail/mail-lists.server.ts";
import { Messages } from "../mail/messages.tsx";
import { NextPage, PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/messages.ts";

const path = "/operador/mensagens";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const all = url.searchParams.get("mostrar") === "todas";
  const after = url.searchParams.get("depois");
  return { ...(await listMessages(context.get(siteContext).db, { all, after })), all };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db } = context.get(siteContext);
  const mark =
    (as: MessageMark, note: string) =>
    ({ text }: SentForm) =>
      noted(markMessage(db, user, text("id"), as), url, note);
  return answerForms(args, {
    resolvida: mark("done", "Mensagem resolvida."),
    reabrir: mark("reopened", "A mensagem voltou para a fila."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Mensagens do contato");
}

export default function MessagesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, all } = loaderData;
  return (
    <>
      <PanelHead
        title="Mensagens do contato"
        aside={
          <Link className="link" to={all ? path : `${path}?mostrar=todas`}>
            {all ? "Só as sem resposta" : "Ver também as resolvidas"}
          </Link>
        }
      />
      {rows.length > 0 ? (
        <Messages messages={rows} outcome={actionData} />
      ) : (
        <p className="soft">
          Nenhuma mensagem à espera. As novas aparecem aqui e chegam por e-mail.
        </p>
      )}
      <NextPage to={next && pageAddress(path, { mostrar: all ? "todas" : null, depois: next })} />
    </>
  );
}
