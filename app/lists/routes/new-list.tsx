import { data, Link, redirect } from "react-router";
import { today } from "../../calendar/civil-date.ts";
import { logFailure } from "../../site/outage.server.ts";
import { mayTry, tooManyTries } from "../../site/rate-limit.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { Notice, NoticePage } from "../../ui/feedback/notice.tsx";
import { sendForm } from "../../ui/forms/send-form.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { listPath } from "../group-list.ts";
import { createListBrowser, keepListBrowser, readListBrowser } from "../list-browser.server.ts";
import { createList } from "../list-commands.server.ts";
import { parsePlan, planFields, typedValues } from "../list-form.ts";
import { statusOf } from "../list-forms.server.ts";
import { ShareForm } from "../saved/share-form.tsx";
import type { Route } from "./+types/new-list.ts";

const notCreated = "Não conseguimos criar a lista. Tente de novo em instantes.";

export function loader() {
  return { today: today() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, log, clientAddress } = context.get(siteContext);
  const formData = await readForm(request);
  const day = today();
  const submission = parsePlan(formData, day);
  if (submission.status !== "success") {
    return data(refusedForm(formData, { errors: submission.reply().error ?? {} }), {
      status: 400,
    });
  }
  const replyWith = (message: string, status: number) =>
    data(refusedForm(formData, { message }), { status });
  try {
    if (!(await mayTry(context, { "list-create-address": clientAddress }))) {
      return replyWith(tooManyTries.message, 429);
    }
    const browser = (await readListBrowser(request)) ?? createListBrowser();
    const ids = formData.getAll("anuncio").map(String);
    const result = await createList(db, { key: browser.key, day }, submission.value, ids);
    if (!result.ok) return replyWith(result.message, statusOf(result.reason));
    return redirect(listPath(result.code), { headers: await keepListBrowser(browser) });
  } catch (error) {
    return replyWith(notCreated, logFailure(log, error, "list not created"));
  }
}

function refusedForm(
  formData: FormData,
  refused: { message?: string; errors?: Record<string, string[] | null> },
) {
  return {
    message: refused.message ?? null,
    errors: refused.errors ?? {},
    values: typedValues(formData, planFields),
    ids: formData.getAll("anuncio").map(String),
  };
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const formData = await request.clone().formData();
  return sendForm(serverAction, refusedForm(formData, { message: notCreated }));
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Compartilhar lista");
}

/** Shown only if the form of /guardados is refused without script. */
export default function NewListRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!actionData) {
    return (
      <NoticePage>
        <Notice
          wide
          level={1}
          picture="varanda"
          title="Primeiro, as casas"
          action={
            <Link className="btn" to="/guardados">
              Ver o que guardei
            </Link>
          }
        >
          A lista nasce dos anúncios que você guardou.
        </Notice>
      </NoticePage>
    );
  }
  return (
    <Page>
      <PageHead title="Compartilhar lista" back={{ to: "/guardados", text: "Minha lista" }} />
      <ShareForm ids={actionData.ids} today={loaderData.today} refused={actionData} />
    </Page>
  );
}
