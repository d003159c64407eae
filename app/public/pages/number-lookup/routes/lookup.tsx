import { AccountForm } from "../../../../domain/accounts/account-form.tsx";
import { Fold } from "../../../../platform/ui/fold.tsx";
import { TextField } from "../../../../platform/ui/forms/field.tsx";
import { Scene } from "../../../../platform/ui/pictures/scene.tsx";
import { Prose } from "../../../../platform/ui/prose/prose.tsx";
import { Page, PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { numberLookup } from "../../text-pages.server.ts";
import { Answer, type NumberAnswer } from "../number-answer.tsx";
import { lookUpNumber } from "../number-lookup.server.ts";
import type { Route } from "./+types/lookup.ts";
import styles from "./lookup.module.css";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

const failed = "Não conseguimos conferir agora. Tente de novo em instantes.";

export function loader() {
  return numberLookup;
}

export function action(args: Route.ActionArgs) {
  const failure = { message: failed, log: "number not looked up" };
  return answerForms<NumberAnswer>(
    args,
    { "": (form) => lookUpNumber(args.context, form) },
    { failure },
  );
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

/** Ids of the parts, which answers link to. */
const partIds = ["nao", "sim", "pagou", "guardado"];

export default function NumberLookupRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { title, description, parts } = loaderData;
  const answer = actionData?.done;
  const verdict = answer && (answer.total > 0 ? "sim" : "nao");
  const shown = parts
    .map((part, index) => ({ ...part, id: partIds[index] ?? "" }))
    .filter(({ id }) => !answer || id === verdict || id === "pagou");
  return (
    <Page>
      <PageHead title={title} lead={description} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <AccountForm className={styles.form} error={actionData?.message} action="Conferir">
            <TextField
              name="telefone"
              label="Telefone que falou com você"
              hint="Com DDD, do jeito que estiver: pode colar a mensagem ou o link do WhatsApp."
              inputMode="tel"
              autoComplete="off"
              defaultValue={actionData?.typed.telefone}
              error={actionData?.errors.telefone}
            />
          </AccountForm>
          {answer && <Answer answer={answer} />}
          {shown.map(({ id, title: question, html }) => (
            <Fold key={id} id={id} isOpen={id === verdict} summary={<h2>{question}</h2>}>
              <Prose html={html} />
            </Fold>
          ))}
        </div>
        <Scene name="pier" alt="" sizes="(min-width: 60rem) 28rem, 100vw" />
      </div>
    </Page>
  );
}
