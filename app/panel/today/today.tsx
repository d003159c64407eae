import { Link } from "react-router";
import { noticeDays } from "../../checks/check.ts";
import { staleAfterDays } from "../../listings/freshness.ts";
import type { FreeSpace } from "../../site/disk/free-space.server.ts";
import { capitalize, enumerate, formatCount } from "../../ui/words.ts";
import { PanelHead } from "../panel.tsx";
import styles from "./today.module.css";
import type { MonthFigures, Tasks } from "./today.server.ts";
import type { UpkeepProps } from "./upkeep.tsx";
import { Upkeep } from "./upkeep.tsx";

export interface TodayProps {
  tasks: Tasks;
  month: MonthFigures;
  monthName: string;
  disk: FreeSpace;
  /** Variables that say who runs the site, and are not set. */
  missing: string[];
  upkeep: UpkeepProps;
}

export function Today({ tasks, month, monthName, disk, missing, upkeep }: TodayProps) {
  return (
    <>
      <PanelHead title="O que precisa de você hoje" />
      {disk.isLow && (
        <p className="note note--earth">
          O disco está quase cheio: restam {formatGigabytes(disk.bytes)} (
          {Math.floor(disk.share * 100)} %). Fotos novas estão sendo recusadas até você abrir
          espaço.
        </p>
      )}
      {missing.length > 0 && (
        <p className="note">
          <span>
            O site ainda não diz quem o mantém, como pedem o Decreto 7.962/2013 e a LGPD: falta{" "}
            {enumerate(missing)}.
          </span>
        </p>
      )}
      <nav className={`${styles.tasks} water`} aria-label="À espera de você">
        {listTasks(tasks).map(({ to, count, title, detail }) => (
          <Link key={title} to={to} data-clear={count === 0 || undefined}>
            <b>{count}</b>
            <strong>{title}</strong>
            <span>{detail}</span>
          </Link>
        ))}
      </nav>
      <h2>{capitalize(monthName)} até agora</h2>
      <dl className={styles.figures}>
        {listFigures(month).map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <Upkeep {...upkeep} />
    </>
  );
}

interface Task {
  to: string;
  count: number;
  title: string;
  detail: string;
}

function listTasks(tasks: Tasks): Task[] {
  return [
    {
      to: "/operador/denuncias",
      count: tasks.reports,
      title: "Denúncias",
      detail: "anúncios denunciados",
    },
    {
      to: "/operador/pagamentos",
      count: tasks.payments,
      title: "Pix para conferir",
      detail: "de planos, segundo quem pagou",
    },
    {
      to: "/operador/mensagens",
      count: tasks.messages,
      title: "Mensagens do contato",
      detail: "sem resposta",
    },
    {
      to: "/operador/denuncias",
      count: tasks.questions,
      title: "Perguntas de hóspedes",
      detail: "retidas ou denunciadas",
    },
    {
      to: "/operador/depoimentos",
      count: tasks.testimonials,
      title: "Depoimentos",
      detail: "com sinais ou denunciados",
    },
    {
      to: "/operador/anunciantes",
      count: tasks.silentOwners,
      title: "Anunciantes sem responder",
      detail: "três perguntas ou mais",
    },
    {
      to: "/operador/anunciantes?ordem=vence",
      count: tasks.endingPlans,
      title: "Planos que vencem",
      detail: "nos próximos 15 dias",
    },
    {
      to: "/operador/anunciantes?mostrar=vencidos",
      count: tasks.endedPlans,
      title: "Planos vencidos",
      detail: "sem um novo",
    },
    {
      to: "/operador/emails",
      count: tasks.undelivered,
      title: "E-mails que não saíram",
      detail: tasks.nextAttempt ? `tentamos de novo às ${tasks.nextAttempt}` : "à espera de você",
    },
    {
      to: "/operador/anuncios?mostrar=parados",
      count: tasks.staleCalendars,
      title: "Calendários parados",
      detail: `há mais de ${staleAfterDays} dias`,
    },
    {
      to: "/operador/anuncios?mostrar=renovar",
      count: tasks.checksToRenew,
      title: "Conferências a renovar",
      detail: `vencidas ou em ${noticeDays[0]} dias`,
    },
    {
      to: "/operador/anunciantes?mostrar=sem-confirmar",
      count: tasks.unconfirmedEmails,
      title: "E-mails sem confirmar",
      detail: "de quem tem anúncio",
    },
    {
      to: "/operador/denuncias",
      count: tasks.lookalikes,
      title: "Telefones repetidos",
      detail: "em anúncios de donos diferentes",
    },
    {
      to: "/operador/denuncias",
      count: tasks.copies,
      title: "Fotos copiadas",
      detail: "entre anúncios de donos diferentes",
    },
  ];
}

function listFigures(month: MonthFigures): [label: string, count: number][] {
  return [
    ["anunciantes novos", month.advertisers],
    ["anúncios novos", month.listings],
    ["visitas aos anúncios", month.visits],
    ["toques em WhatsApp e telefone", month.contacts],
    ["mensagens", month.messages],
    ["denúncias", month.reports],
  ];
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1).replace(".", ",")} GB`;
}
