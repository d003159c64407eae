import { Link } from "react-router";
import { greetingLink, questionAbout } from "../../listings/card/greeting.ts";
import { writeInquiry } from "../../listings/inquiry.ts";
import type { ListingSummary } from "../../listings/listing.ts";
import { Offer } from "../../listings/offers/offer.tsx";
import { quotedTotal } from "../../listings/offers/offered-total.ts";
import { IllustrationMark, Picture, preloadPicture } from "../../photos/picture.tsx";
import { formatShare } from "../../prices/money.ts";
import { Prices } from "../../prices/prices.tsx";
import { visitMark } from "../../site/visit-mark.ts";
import { Icon } from "../../ui/icon.tsx";
import { Flag, LocationLine } from "../../ui/pictures/marks.tsx";
import { pageAddress } from "../../ui/shell/page-meta.ts";
import { type GroupList, type ListItem, mayEdit } from "../group-list.ts";
import styles from "./group-choice.module.css";
import { RemoveButton, Votes } from "./votes.tsx";

export interface GroupChoiceProps {
  list: GroupList;
  item: ListItem;
  listing: ListingSummary;
  siteUrl: string;
}

const photoSizes = "(min-width: 60rem) 42rem, 100vw";

export function GroupChoice({ list, item, listing, siteUrl }: GroupChoiceProps) {
  const { stay, pessoas } = list;
  const { valorFds, valorDiaria, offer } = listing;
  const inquiry = { stay, people: pessoas };
  const [photo] = listing.photos;
  // Nobody's share is known while a holiday has no price.
  const total = quotedTotal(offer);
  if (photo) preloadPicture({ photo, sizes: photoSizes });
  return (
    <section
      className={styles.choice}
      id={`anuncio-${item.postId}`}
      aria-labelledby="escolha"
      tabIndex={-1}
    >
      <div className={styles.photo}>
        {photo && <Picture photo={photo} first sizes={photoSizes} />}
        <Flag className={styles.flag}>O grupo prefere</Flag>
        <IllustrationMark photos={listing.photos.slice(0, 1)} className={styles.tag} />
      </div>
      <div className={styles.side}>
        {offer ? (
          <Offer offer={offer} valorFds={valorFds} valorDiaria={valorDiaria} />
        ) : (
          <Prices valorFds={valorFds} valorDiaria={valorDiaria} />
        )}
        <div className={styles.words}>
          <div>
            <LocationLine name={listing.localizacao} />
            <h2 id="escolha">
              <Link to={pageAddress(`/posts/${listing.id}`, writeInquiry(inquiry))}>
                {listing.title}
              </Link>
            </h2>
          </div>
          {total !== null && pessoas !== null && <p>{formatShare(total, pessoas)} por pessoa</p>}
          <Votes list={list} item={item} />
          {mayEdit(list) && <RemoveButton postId={item.postId} title={item.title} />}
          {listing.whatsapp && (
            <a
              className="btn btn--whats btn--big"
              href={greetingLink(listing, siteUrl, questionAbout(inquiry, offer))}
              data-count={visitMark("whatsapp", listing.id)}
            >
              <Icon name="whatsapp" />
              Perguntar se está livre
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
