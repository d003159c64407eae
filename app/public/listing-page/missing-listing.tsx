import type { HiddenListing } from "../../domain/listings/hidden-listings.server.ts";
import { absenceWords } from "../../domain/listings/missing/absence.ts";
import { atLocation } from "../../domain/region/locations.ts";
import { LostNotice } from "../../platform/ui/feedback/lost-notice.tsx";
import { Notice, NoticePage } from "../../platform/ui/feedback/notice.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { siteName } from "../../platform/ui/shell/page-meta.ts";
import listStyles from "./similar/small-listings.module.css";

interface HiddenListingNoticeProps extends HiddenListing {
  /** The rendered section of the advertiser's other listings; "" if there are none. */
  others: string;
  /** The same of similar listings. */
  similar: string;
  /** Address of all houses of its location. */
  more: string;
}

export interface MissingListingProps {
  /** Missing if there never was such a listing. */
  hidden?: HiddenListingNoticeProps;
  /** The rendered {@link WaysOn}. */
  waysOn: string;
}

export function MissingListing({ hidden, waysOn }: MissingListingProps) {
  return (
    <NoticePage>
      <title>{`${titleOf(hidden)} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      {hidden ? <HiddenListingNotice {...hidden} /> : <LostNotice />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server */}
      <div dangerouslySetInnerHTML={{ __html: waysOn }} />
    </NoticePage>
  );
}

function HiddenListingNotice({
  localizacao,
  absence,
  others,
  similar,
  more,
}: HiddenListingNoticeProps) {
  return (
    <>
      <Notice
        wide
        level={1}
        picture="vazio-pier"
        title={absenceWords[absence].title}
        action={
          <>
            <Link className="btn" to={more}>
              Ver outros {atLocation(localizacao)}
            </Link>
            <Link className="link" to="/">
              Voltar para o início
            </Link>
          </>
        }
      >
        {absenceWords[absence].text} {waysOnFrom(absence, others, similar)}
      </Notice>
      {others && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
        <div className={listStyles.below} dangerouslySetInnerHTML={{ __html: others }} />
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server */}
      <div className={listStyles.below} dangerouslySetInnerHTML={{ __html: similar }} />
    </>
  );
}

function waysOnFrom(absence: HiddenListing["absence"], others: string, similar: string): string {
  if (others) return "Veja as outras casas do mesmo anunciante.";
  if (!similar) return "Pode haver outro rancho livre ali perto.";
  return absence === "paused"
    ? "Enquanto isso, veja quem está ali perto."
    : "Veja outras casas ali perto.";
}

function titleOf(hidden: Pick<HiddenListing, "absence"> | undefined): string {
  return hidden ? absenceWords[hidden.absence].title : "Página não encontrada";
}
