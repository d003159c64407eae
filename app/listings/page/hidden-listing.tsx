import { Link } from "react-router";
import { Notice, NoticePage } from "../../ui/feedback/notice.tsx";
import { siteName } from "../../ui/shell/page-meta.ts";
import type { HiddenListing } from "../listings.server.ts";

export function HiddenListingNotice({ localizacao, isDeleted, nearby }: HiddenListing) {
  const search = new URLSearchParams({ localizacao });
  const title = isDeleted ? "Este anúncio saiu do ar" : "Este anúncio está em pausa";
  return (
    <NoticePage>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice
        wide
        level={1}
        picture="vazio-pier"
        title={title}
        action={
          <>
            {nearby.map((one) => (
              <Link key={one.id} className="link" to={`/posts/${one.id}`}>
                {one.title}
              </Link>
            ))}
            <Link className="btn" to={`/search?${search}`}>
              Ver outros em {localizacao}
            </Link>
            <Link className="link" to="/">
              Voltar para o início
            </Link>
          </>
        }
      >
        {isDeleted ? "O dono o retirou." : "Ele pode voltar em breve."}{" "}
        {nearby.length > 0
          ? "Enquanto isso, veja quem está ali perto:"
          : "Pode haver outro rancho livre ali perto."}
      </Notice>
    </NoticePage>
  );
}
