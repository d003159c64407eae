import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { formatPeople, formatStay, type Stay } from "../../../domain/calendar/stays.ts";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { type GroupList, listPath, mayEdit } from "../../../domain/lists/group-list.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { whatsappShare } from "../../../platform/ui/share-address.ts";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import { PlanForm } from "./list-controls.tsx";
import styles from "./list-head.module.css";

export interface ListHeadProps {
  list: GroupList;
  day: string;
  outcome: FormOutcome | undefined;
}

export function ListHead({ list, day, outcome }: ListHeadProps) {
  const { nome, pessoas } = list;
  return (
    <header className={styles.head}>
      <h1 id="lista">{nome}</h1>
      <p>
        <b>{datesOf(list, day)}</b>
        {pessoas !== null && ` · ${formatPeople(pessoas)}`}
      </p>
      {mayEdit(list) && <PlanForm list={list} outcome={outcome} day={day} />}
    </header>
  );
}

function datesOf({ entrada, saida, stay }: GroupList, day: string): string {
  if (!entrada || !saida) return "Sem datas ainda";
  if (stay) return formatStay(stay, day);
  return `${formatCivilDate(entrada)} a ${formatCivilDate(saida)}: as datas já passaram`;
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

export function Invite({ list: { code, nome, members }, siteUrl }: InviteProps) {
  const share = whatsappShare(`Vamos escolher juntos: ${nome}`, siteUrl + listPath(code));
  // Once others have joined, the list was sent.
  const kind = members.length > 1 ? "btn--line" : "btn--whats btn--big";
  return (
    <p className={styles.invite} data-own-list>
      <a className={`btn ${kind}`} href={share}>
        <Icon name="whatsapp" />
        Mandar no grupo
      </a>
      <span className="small soft">Quem tem o endereço vê e vota.</span>
    </p>
  );
}
