import { Link } from "react-router";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageAddress, privatePageMeta } from "../../ui/shell/page-meta.ts";
import { answerForm, unknownIntent } from "../answer.server.ts";
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

const marks = new Map<string, [mark: MessageMark, note: string]>([
  ["lida", ["read", "Marcada como lida."]],
  ["resolvida", ["done", "Mensagem resolvida."]],
  ["reabrir", ["reopened", "A mensagem voltou para a fila."]],
]);

export async function action({ request, context, url }: Route.ActionArgs) {
  const user = requireStaff(context);
  const formData = await readForm(request);
  const [mark, note] = marks.get(String(formData.get("intent"))) ?? [];
  if (!mark || !note) throw unknownIntent();
  const { db } = context.get(siteContext);
  const result = await markMessage(db, user, String(formData.get("id")), mark);
  return answerForm(result, formData, url, note);
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
