import { formatDay } from "../../../domain/calendar/civil-date.ts";
import { formatStayInFull } from "../../../domain/calendar/stays.ts";
import { unconfirmedDays } from "../../../domain/testimonials/testimonial.ts";
import { CopyAddress } from "../../../platform/ui/copy-address.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./inviting.module.css";

interface SentInvitation {
  id: string;
  entrada: string;
  saida: string;
  isWritten: boolean;
  /** The invitation's address, while it waits to be used. */
  address: string;
  /** Last moment of the address. */
  until: Date;
}

export interface InvitationsProps {
  invitations: readonly SentInvitation[];
  title: string;
  /** Id of the invitation just made. */
  newId: string | null;
}

export function Invitations({ invitations, title, newId }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="convites">
      <h2 id="convites">Convites</h2>
      <ul className={styles.invitations}>
        {invitations.map((invitation) => (
          <li key={invitation.id} id={`convite-${invitation.id}`}>
            <Invitation invitation={invitation} title={title} isNew={invitation.id === newId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface InvitationProps extends Pick<InvitationsProps, "title"> {
  invitation: SentInvitation;
  isNew: boolean;
}

function Invitation({ invitation, title, isNew }: InvitationProps) {
  const { id, entrada, saida, isWritten, address, until } = invitation;
  const stay = formatStayInFull({ checkIn: entrada, checkOut: saida });
  return (
    <article className={styles.invitation} aria-labelledby={`de-${id}`}>
      <header>
        <h3 id={`de-${id}`}>{stay}</h3>
        {isWritten ? (
          <p className={styles.state}>
            <Icon name="mail" />
            Escrito, falta o hóspede confirmar pelo e-mail. Sem isso, apaga-se em {unconfirmedDays}{" "}
            dias.
          </p>
        ) : (
          <p className={styles.state} role={isNew ? "status" : undefined}>
            <Icon name="clock" />
            {isNew ? "Pronto! Agora mande ao hóspede." : "Ainda não usado."} Vale até{" "}
            {formatDay(until)}, para um depoimento.
          </p>
        )}
      </header>
      {!isWritten && (
        <>
          <CopyAddress address={address} />
          <p className={styles.ways}>
            <a
              className={isNew ? "btn btn--whats btn--big" : "btn btn--whats"}
              href={`https://wa.me/?text=${encodeURIComponent(writeInvitation(title, address))}`}
            >
              <Icon name="whatsapp" />
              Mandar no WhatsApp
            </a>
          </p>
        </>
      )}
    </article>
  );
}

function writeInvitation(title: string, address: string): string {
  return `Olá! Foi uma alegria receber vocês em ${title}. Pode contar como foi? Leva um minuto, não precisa de conta e ajuda muito quem está escolhendo uma casa: ${address}`;
}
