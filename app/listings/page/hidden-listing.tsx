import { locationPath } from "../../region/location-path.ts";
import { Notice, NoticePage } from "../../ui/feedback/notice.tsx";
import { Link } from "../../ui/link.tsx";
import { siteName } from "../../ui/shell/page-meta.ts";
import type { HiddenListing } from "../listings.server.ts";
import listStyles from "../similar/small-listings.module.css";

export interface HiddenListingProps extends HiddenListing {
  /** The rendered section of similar listings; "" without any. */
  similar: string;
}

export function HiddenListingNotice({ localizacao, isDeleted, similar }: HiddenListingProps) {
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
            <Link className="btn" to={locationPath(localizacao)}>
              Ver outros em {localizacao}
            </Link>
            <Link className="link" to="/">
              Voltar para o início
            </Link>
          </>
        }
      >
        {isDeleted ? "O dono o retirou." : "Ele pode voltar em breve."}{" "}
        {similar
          ? "Enquanto isso, veja quem está ali perto."
          : "Pode haver outro rancho livre ali perto."}
      </Notice>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server */}
      <div className={listStyles.below} dangerouslySetInnerHTML={{ __html: similar }} />
    </NoticePage>
  );
}
