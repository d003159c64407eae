import { formatCivilDate } from "../../calendar/civil-date.ts";
import {
  formatNights,
  formatPeople,
  formatStay,
  nightCount,
  type Stay,
} from "../../calendar/stays.ts";
import { formatHouses } from "../../listings/listing.ts";
import { Icon } from "../../ui/icon.tsx";
import { ShareLink } from "../../ui/share-link.tsx";
import { describeTurnout, type GroupList, listPath, mayEdit } from "../group-list.ts";
import styles from "./list-head.module.css";

export interface ListHeadProps {
  list: GroupList;
  day: string;
}

export function ListHead({ list, day }: ListHeadProps) {
  const { nome, pessoas, items } = list;
  return (
    <header className={styles.head}>
      <h1 id="lista" tabIndex={-1}>
        {nome}
      </h1>
      <p className={styles.plan}>
        <span>
          <Icon name="calendar-days" />
          <Dates list={list} day={day} />
        </span>
        {pessoas !== null && (
          <span>
            <Icon name="users" />
            <b>{formatPeople(pessoas)}</b>
          </span>
        )}
        <span>
          <Icon name="house" />
          <b>{formatHouses(items.length)}</b>
        </span>
        {mayEdit(list) && (
          <a className={`${styles.change} link`} href="#mudar">
            <Icon name="pencil" />
            Mudar
          </a>
        )}
      </p>
    </header>
  );
}

function Dates({ list: { entrada, saida, stay }, day }: ListHeadProps) {
  if (!entrada || !saida) return "Sem datas ainda";
  if (!stay) {
    return (
      <>
        <b>
          {formatCivilDate(entrada)} a {formatCivilDate(saida)}
        </b>
        : as datas já passaram
      </>
    );
  }
  return (
    <span>
      <b>{formatStay(stay, day)}</b>, {formatNights(nightCount(stay))}
    </span>
  );
}

/** Describes a list in link previews: "5 casas, de 28/12 a 02/01, para 12 pessoas". */
export function describeList(
  {
    items,
    stay,
    pessoas,
  }: { items: readonly unknown[]; stay: Stay | null; pessoas: number | null },
  day: string,
): string {
  return [
    formatHouses(items.length),
    stay && `de ${formatStay(stay, day)}`,
    pessoas !== null && `para ${formatPeople(pessoas)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

export interface InviteProps {
  list: GroupList;
  siteUrl: string;
}

export function Invite({ list, siteUrl }: InviteProps) {
  const url = siteUrl + listPath(list.code);
  const text = `Vamos escolher juntos: ${list.nome}`;
  return (
    <section className={`${styles.invite} water`} aria-labelledby="convite">
      <div>
        <h2 id="convite">
          {list.members.length === 0
            ? "Mande a lista no grupo"
            : describeTurnout(list.members, list.items)}
        </h2>
        <p>Quem tem o endereço vê e vota, sem cadastro. Só pede um nome.</p>
      </div>
      <p className={styles.ways}>
        <a
          className="btn btn--whats btn--big"
          href={`https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`}
        >
          <Icon name="whatsapp" />
          Mandar no grupo
        </a>
        <ShareLink url={url} text={text} className={`${styles.share} btn btn--line btn--big`} />
      </p>
    </section>
  );
}
