import { data, redirect } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { deadLink } from "../../../domain/accounts/account-refusals.ts";
import { NothingStored } from "../../../domain/accounts/links/nothing-stored.tsx";
import { receiptLinks } from "../../../domain/questions/question-links.server.ts";
import { eraseQuestion, findAskedTitle } from "../../../domain/questions/questions.server.ts";
import { eraseForGood } from "../../../platform/mail/sender.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/own-question-page.ts";

const notErased = "Não conseguimos apagar a pergunta. Tente de novo em instantes.";

/** Opening the link changes nothing: mail scanners open links, too. */
export async function loader(args: Route.LoaderArgs) {
  const id = await readLinkToken(args.context, receiptLinks, args.params.codigo);
  const title = id && (await findAskedTitle(args.context.get(siteContext).db, id));
  return title ? data({ title }, { status: 200 }) : data(null, { status: 410 });
}

export async function action(args: Route.ActionArgs) {
  const id = await readLinkToken(args.context, receiptLinks, args.params.codigo);
  return answerForms(
    args,
    {
      async apagar() {
        if (!id) return deadLink;
        await eraseForGood(args.context, (tx) => eraseQuestion(tx, id));
        return redirect(args.url.pathname);
      },
    },
    { failure: { message: notErased, log: "question not erased" } },
  );
}

export function headers(): Headers {
  return new Headers({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Sua pergunta");
}

export default function OwnQuestionRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <NothingStored title="Não guardamos esta pergunta">
        Ela foi apagada, com o seu nome, o e-mail, o telefone e as mensagens, ou o link chegou
        incompleto.
      </NothingStored>
    );
  }
  return (
    <AccountPage
      title="Apagar a sua pergunta?"
      lead={
        <>
          Apagamos o que você perguntou sobre <b>{loaderData.title}</b>, o seu nome, o e-mail e o
          telefone. Quem anuncia deixa de ver a pergunta no site, mas pode ter a mensagem no e-mail.
        </>
      }
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/search">
          Buscar ranchos e casas
        </Link>
      }
    >
      <AccountForm error={actionData?.message} intent="apagar" action="Apagar minha pergunta" />
    </AccountPage>
  );
}
