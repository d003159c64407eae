import { type FormEvent, useState } from "react";
import { formatStayWithWeekdays, nightsOf } from "../../../domain/calendar/stays.ts";
import type { OwnAd } from "../../../domain/listings/listing.ts";
import { waitingNightsKey } from "../../../platform/ui/forms/private-storage.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { type AskedStay, answerLink, describeAsked, type Hold, holdOf } from "./asked-nights.ts";
import styles from "./own-ad-bar.module.css";

export interface OwnAdBarProps {
  own: OwnAd;
  id: string;
  asked: AskedStay;
  siteUrl: string;
  today: string;
}

const pausedWords = "Este anúncio está em pausa";

/** Offers owners what they may do next with their ad, above all with the dates that a guest asked for. */
export function OwnAdBar({ own, id, asked, siteUrl, today }: OwnAdBarProps) {
  /** Nights that this page marked and hasn't freed since. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const { stay } = asked.details;
  const nights = stay ? nightsOf(stay) : [];
  const now: OwnAd = { ...own, marked: [...own.marked, ...added] };
  const hold = stay && holdOf(now, stay);
  const isJustMarked = nights.length > 0 && nights.every((night) => added.includes(night));
  const answer = (as: Hold) =>
    stay ? answerLink(as, stay, asked, { own: now, siteUrl, today }) : "";
  const isPaused = own.pausedBy !== null;
  return (
    <section className={styles.bar} aria-label="Seu anúncio" data-meu-anuncio>
      <div className={styles.said} role="status">
        {stay ? (
          <>
            <b>
              {isJustMarked
                ? "Marcado como ocupado"
                : isPaused
                  ? pausedWords
                  : describeAsked(now, stay, asked, today)}
            </b>
            <span className="small">{formatStayWithWeekdays(stay, today)}</span>
            {hold === "free" &&
              !isPaused &&
              asked.broken.map((rule) => (
                <span key={rule} className={styles.rule}>
                  {rule}
                </span>
              ))}
          </>
        ) : (
          <b>{isPaused ? pausedWords : "Este anúncio é seu"}</b>
        )}
      </div>
      <div className={styles.actions}>
        {isPaused && (
          <a className="btn" href="/dashboard">
            {own.pausedBy === "owner" ? "Voltar a mostrar" : "Meus Anúncios"}
          </a>
        )}
        {hold === "free" && (
          <NightsForm
            own={own}
            id={id}
            nights={nights}
            name="marcar"
            look={isPaused ? "btn--line" : ""}
            onSent={() => setAdded([...added, ...nights])}
          >
            Marcar como ocupado
          </NightsForm>
        )}
        {isJustMarked && (
          <NightsForm
            own={own}
            id={id}
            nights={nights}
            name="liberar"
            onSent={() => setAdded(added.filter((night) => !nights.includes(night)))}
          >
            Desfazer
          </NightsForm>
        )}
        {/* Guests can't open what is in pause: there is nothing to send them. */}
        {isPaused ? null : hold === "mine" ? (
          <>
            <Answer href={answer("mine")}>Responder: reservado</Answer>
            {/* Nights marked earlier may be another guest's. */}
            {!isJustMarked && (
              <Answer look="btn--line" href={answer("taken")}>
                Responder: ocupado
              </Answer>
            )}
          </>
        ) : (
          hold && <Answer href={answer(hold)}>Responder</Answer>
        )}
        <a className="btn btn--line" href={`/posts/${id}/calendario`}>
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

interface AnswerProps {
  look?: "btn--whats" | "btn--line";
  href: string;
  children: string;
}

function Answer({ look = "btn--whats", href, children }: AnswerProps) {
  return (
    <a className={`btn ${look}`} href={href}>
      <Icon name="whatsapp" />
      {children}
    </a>
  );
}

interface NightsFormProps {
  own: OwnAd;
  id: string;
  nights: readonly string[];
  name: "marcar" | "liberar";
  look?: "btn--line" | "";
  onSent: () => void;
  children: string;
}

/**
 * A form of the calendar's page, which answers it without script. With script, the queue of nights takes it
 * (app/owner/calendar/saving/watch-unsaved.ts), also without a connection.
 */
function NightsForm({ own, id, nights, name, look = "", onSent, children }: NightsFormProps) {
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
      <button type="submit" name={name} value={nights.join(",")} className={`btn ${look}`}>
        <Icon name={name === "marcar" ? "calendar-check" : "undo-2"} />
        {children}
      </button>
    </form>
  );
}
