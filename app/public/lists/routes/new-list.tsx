import { redirect } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { listPath } from "../../../domain/lists/group-list.ts";
import {
  createListBrowser,
  readListBrowser,
  rememberListBrowser,
} from "../../../domain/lists/list-browser.server.ts";
import { createList } from "../../../domain/lists/list-commands.server.ts";
import { parsePlan } from "../../../domain/lists/list-form.ts";
import { Notice, NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/new-list.ts";

const notCreated = "Não conseguimos criar a lista. Tente de novo em instantes.";

/** A group may share one network. */
const listsOfAddress: Limit = { name: "list-create-address", points: 30, duration: hour };

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { db, clientAddress } = context.get(siteContext);
  const day = today();
  const parse = (formData: FormData) => parsePlan(formData, day);
  const create = checked(parse, async (plan, { formData }) => {
    if (!(await takeTry(context, [[listsOfAddress, clientAddress]]))) return tooManyTries;
    const browser = (await readListBrowser(request)) ?? createListBrowser();
    const ids = formData.getAll("anuncio").join().split(",");
    const result = await createList(db, { key: browser.key, day }, plan, ids);
    if (!result.ok) return result;
    return redirect(listPath(result.code), { headers: await rememberListBrowser(browser) });
  });
  const failure = { message: notCreated, log: "list not created" };
  return answerForms(args, { "": create }, { failure });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Compartilhar lista");
}

/** Shown if the form of /guardados is refused. */
export default function NewListRoute({ actionData }: Route.ComponentProps) {
  const errors = Object.values(actionData?.errors ?? {}).flat();
  const problem = actionData?.message || errors[0];
  return (
    <NoticePage>
      <Notice
        wide
        level={1}
        picture="varanda"
        title={problem ? "A lista não foi criada" : "Primeiro, as casas"}
        error={problem || undefined}
        action={
          <Link className="btn" to="/guardados">
            Minha lista
          </Link>
        }
      >
        {problem ? undefined : "A lista nasce dos anúncios que você guardou."}
      </Notice>
    </NoticePage>
  );
}
