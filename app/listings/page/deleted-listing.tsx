import { Link } from "react-router";
import { Notice, NoticePage } from "../../ui/feedback/notice.tsx";
import { siteName } from "../../ui/shell/page-meta.ts";

export function DeletedListing({ localizacao }: { localizacao: string }) {
  const search = new URLSearchParams({ localizacao });
  return (
    <NoticePage>
      <title>{`Este anúncio saiu do ar · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice
        wide
        level={1}
        picture="vazio-pier"
        title="Este anúncio saiu do ar"
        action={
          <>
            <Link className="btn" to={`/search?${search}`}>
              Ver outros em {localizacao}
            </Link>
            <Link className="link" to="/">
              Voltar para o início
            </Link>
          </>
        }
      >
        O dono o retirou. Pode haver outro rancho livre ali perto.
      </Notice>
    </NoticePage>
  );
}
