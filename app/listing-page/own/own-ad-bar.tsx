import { type FormEvent, useState } from "react";
import { formatStayWithWeekdays, nightsOf } from "../../calendar/stays.ts";
import { waitingNightsKey } from "../../ui/forms/form-drafts.ts";
import { Icon } from "../../ui/icon.tsx";
import { type AskedStay, answerLink, calendarPath, describeAsked, type OwnAd } from "./own-ad.ts";
import styles from "./own-ad-bar.module.css";

export interface OwnAdBarProps {
  own: OwnAd;
  id: string;
  asked: AskedStay;
  siteUrl: string;
  today: string;
}

/** What an owner does next on the own ad, above all with the dates that a guest asked for. */
export function OwnAdBar({ own, id, asked, siteUrl, today }: OwnAdBarProps) {
  /** Nights that this page marked and hasn't freed since. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const { stay } = asked.question;
  const nights = stay ? nightsOf(stay) : [];
  const now: OwnAd = { ...own, marked: [...own.marked, ...added] };
  const said = stay && describeAsked(now, stay, asked);
  const isFree = said?.startsWith("Livre") ?? false;
  const isMine = nights.length > 0 && nights.every((night) => added.includes(night));
  return (
    <section className={styles.bar} aria-label="Seu anúncio" data-meu-anuncio>
      <div className={styles.said} role="status">
        {stay ? (
          <>
            <b>{isMine ? "Marcado como ocupado" : said}</b>
            <span className="small">{formatStayWithWeekdays(stay, today)}</span>
          </>
        ) : (
          <b>Este anúncio é seu</b>
        )}
      </div>
      <div className={styles.actions}>
        {stay && isFree && (
          <NightsForm
            own={own}
            id={id}
            nights={nights}
            name="marcar"
            onSent={() => setAdded(nights)}
          >
            Marcar como ocupado
          </NightsForm>
        )}
        {isMine && (
          <NightsForm own={own} id={id} nights={nights} name="liberar" onSent={() => setAdded([])}>
            Desfazer
          </NightsForm>
        )}
        {stay && (
          <a className="btn btn--whats" href={answerLink(own, stay, asked, siteUrl)}>
            <Icon name="whatsapp" />
            Responder
          </a>
        )}
        <a className="btn btn--line" href={calendarPath(id, isMine ? null : stay)}>
          <Icon name="calendar-days" />
          Calendário
        </a>
        <a className="btn btn--line" href={`/posts/edit/${id}`}>
          <Icon name="pencil" />
          Editar
        </a>
      </div>
    </section>
  );
}

interface NightsFormProps {
  own: OwnAd;
  id: string;
  nights: readonly string[];
  name: "marcar" | "liberar";
  onSent: () => void;
  children: string;
}

/**
 * A form of the calendar's page, which answers it without script. With script, the queue of nights takes it
 * (app/ui/forms/watch-unsaved.ts), also without a connection.
 */
function NightsForm({ own, id, nights, name, onSent, children }: NightsFormProps) {
  function sent(event: FormEvent) {
    if (event.defaultPrevented) onSent();
  }
  return (
    <form
      method="post"
      action={`/posts/${id}/calendario`}
      data-noites={waitingNightsKey(own.uid, id)}
      data-anuncio={id}
      onSubmit={sent}
    >
      <input type="hidden" name="intent" value="noites" />
      <button type="submit" name={name} value={nights.join(",")} className="btn">
        <Icon name={name === "marcar" ? "calendar-check" : "undo-2"} />
        {children}
      </button>
    </form>
  );
}
