import { data } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { listPath } from "../../../domain/lists/group-list.ts";
import { hashBrowserKey, readListBrowser } from "../../../domain/lists/list-browser.server.ts";
import { findList, recordListVisit } from "../../../domain/lists/lists.server.ts";
import { sharedPhoto } from "../../../domain/photos/photo.ts";
import { MissingPage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageMeta, siteName } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { answerListForms } from "../list-forms.server.ts";
import { GroupListPage } from "../page/group-list-page.tsx";
import { describeList } from "../page/list-head.tsx";
import type { Route } from "./+types/list.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const day = today();
  const code = params.codigo;
  const browser = await readListBrowser(request);
  const list = await findList(db, code, browser && hashBrowserKey(code, browser.key), day);
  if (!list) throw data(null, { status: 404 });
  await recordListVisit(db, code, day);
  return { list, siteUrl, day };
}

export function action(args: Route.ActionArgs) {
  return answerListForms(args, args.params.codigo);
}

/** Only the code in the address protects a list: keep it from other sites and search engines. */
export function headers(): Headers {
  return new Headers({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return [];
  const { list, day } = args.loaderData;
  const cover = list.items.find(({ listing }) => listing)?.listing?.photos[0];
  return pageMeta(args, {
    title: list.nome,
    description: `${describeList(list, day)}. Veja as casas e vote: só pede um nome.`,
    address: listPath(list.code),
    image: cover && sharedPhoto(cover, `${list.nome}, uma lista para escolher juntos`),
    unlisted: true,
  });
}

export default function ListRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <GroupListPage {...loaderData} outcome={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <title>{`Lista não encontrada · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <MissingPage
        error={error}
        picture="vazio-pier"
        title="Esta lista não existe mais"
        action={
          <>
            <Link className="btn" to="/">
              Procurar casas
            </Link>
            <Link className="link" to="/guardados">
              Ver o que guardei
            </Link>
          </>
        }
      >
        Quem a criou pode tê-la excluído, ou ficou um ano sem visitas. Se o endereço veio por
        mensagem, confira se está inteiro.
      </MissingPage>
    </>
  );
}
