import { useEffect, useRef } from "react";
import { AccountForm } from "../../../accounts/account-form.tsx";
import { keepNowhere } from "../../../accounts/session.server.ts";
import type { PageHandle } from "../../../delivery/public-page.ts";
import { answerForms } from "../../../site/forms/answer-forms.server.ts";
import { sendForm } from "../../../site/forms/send-form.ts";
import { TextField } from "../../../ui/forms/field.tsx";
import { Prose } from "../../../ui/prose/prose.tsx";
import { Page, PageHead } from "../../../ui/shell/page-head.tsx";
import { pageMeta } from "../../../ui/shell/page-meta.ts";
import { numberLookup } from "../../text-pages.server.ts";
import { Answer, type NumberAnswer } from "../number-answer.tsx";
import { lookUpNumber } from "../number-lookup.server.ts";
import type { Route } from "./+types/number-lookup.ts";
import styles from "./number-lookup.module.css";

export const handle = {
  isStatic: true,
  publicPage: { inSitemap: true },
} satisfies PageHandle;

/** Numbers are sent by POST, out of addresses and histories, and their answers kept by nobody. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request }, next) => {
    const response = await next();
    return request.method === "POST" ? keepNowhere(response) : response;
  },
];

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

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, failed);
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

/** Ids of the parts that answers link to. */
const partIds = ["nao", "sim", "pagou", "guardamos"];

export default function NumberLookupRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { title, description, parts } = loaderData;
  const control = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (actionData) (heading.current ?? control.current)?.focus();
  }, [actionData]);
  const problem = actionData?.errors.telefone;
  return (
    <Page>
      <PageHead title={title} lead={description} />
      <AccountForm className={styles.form} error={actionData?.message} action="Conferir">
        <TextField
          ref={control}
          name="telefone"
          label="Telefone que falou com você"
          hint="Com DDD, do jeito que estiver: pode colar a mensagem ou o link do WhatsApp."
          inputMode="tel"
          autoComplete="off"
          defaultValue={actionData?.typed.telefone}
          error={problem}
          autoFocus={Boolean(problem)}
        />
      </AccountForm>
      {actionData?.done && <Answer answer={actionData.done} heading={heading} />}
      <div className={styles.parts}>
        {parts.map((part, index) => (
          <section key={part.title} id={partIds[index]}>
            <h2>{part.title}</h2>
            <Prose html={part.html} />
          </section>
        ))}
      </div>
    </Page>
  );
}
