import { civilDateOf, formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import {
  type ConnectedFeed,
  describeLeftOut,
  type FeedsDone,
  formatAge,
  isInTrouble,
} from "../../../domain/feeds/connecting/feed-words.ts";
import { maxFeedAddressLength } from "../../../domain/feeds/feed-address.ts";
import { describeProblem } from "../../../domain/feeds/feed-problems.ts";
import { CopyAddress } from "../../../platform/ui/copy-address.tsx";
import { ErrorLine } from "../../../platform/ui/feedback/error-line.tsx";
import { TextField } from "../../../platform/ui/forms/field.tsx";
import { HelpLink } from "../../../platform/ui/help/help-link.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { type FormOutcome, refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import styles from "./feeds.module.css";

export interface ConnectedFeedsProps {
  feeds: readonly ConnectedFeed[];
  exportAddress: string;
  /** The site's answer to a form of this part of the page. */
  outcome: FormOutcome<FeedsDone> | undefined;
  now: Date;
}

export function ConnectedFeeds({ feeds, exportAddress, outcome, now }: ConnectedFeedsProps) {
  const notice = outcome?.done?.notice;
  const problem = outcome?.done?.problem ?? outcome?.message;
  return (
    <div className={styles.feeds}>
      {notice && (
        // biome-ignore lint/a11y/noAutofocus: what came of a form is read first
        <p className="note note--leaf" role="status" tabIndex={-1} autoFocus>
          <Icon name="circle-check" />
          {notice}
        </p>
      )}
      {problem && (
        <ErrorLine role="alert" isReadFirst>
          {problem}
        </ErrorLine>
      )}
      {feeds.length > 0 && (
        <>
          <ul className={styles.list}>
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} now={now} />
            ))}
          </ul>
          <form method="post">
            <input type="hidden" name="intent" value="sincronizar" />
            <button type="submit" className="btn btn--line">
              <Icon name="rotate-cw" />
              Sincronizar agora
            </button>
          </form>
        </>
      )}
      <ConnectForm isFirst={feeds.length === 0} outcome={outcome} />
      <ExportAddress address={exportAddress} asksToRenew={outcome?.done?.asksToRenew ?? false} />
      <SiteSteps />
      <HelpLink to="calendario#ligar">Ajuda para ligar os calendários</HelpLink>
    </div>
  );
}

interface FeedRowProps {
  feed: ConnectedFeed;
  now: Date;
}

function FeedRow({ feed, now }: FeedRowProps) {
  const { id, nome, goodAt, failingSince, problem, emptySince, isElsewhereToo } = feed;
  return (
    <li
      className={isInTrouble(feed) ? `${styles.feed} ${styles.bad}` : styles.feed}
      data-calendario={nome}
    >
      <h3>
        <span className={styles.swatch} aria-hidden="true" />
        <span>{nome}</span>
      </h3>
      <form method="post">
        <input type="hidden" name="intent" value="desconectar" />
        <button type="submit" name="id" value={id} className={styles.quiet}>
          Desligar<span className="visually-hidden"> {nome}</span>
        </button>
      </form>
      <div className={styles.state}>
        {failingSince && (
          <>
            <ErrorLine>
              Não conseguimos ler desde {formatCivilDate(civilDateOf(failingSince))}.
            </ErrorLine>
            <p className="small soft">
              {describeProblem(problem ?? "")} O que já foi lido continua valendo.
            </p>
          </>
        )}
        {goodAt && !failingSince && (
          <p className={styles.good}>
            <Icon name="circle-check" />
            {`Lido ${formatAge(goodAt, now)}`}
          </p>
        )}
        {emptySince && <Emptied id={id} since={emptySince} />}
        {describeLeftOut(feed).map((sentence) => (
          <p key={sentence} className="small soft">
            {sentence}
          </p>
        ))}
        {isElsewhereToo && (
          <p className="small soft">
            Este mesmo calendário está em outro anúncio seu: os dois ficam ocupados nos mesmos dias.
          </p>
        )}
      </div>
    </li>
  );
}

function Emptied({ id, since }: { id: string; since: Date }) {
  return (
    <>
      <ErrorLine>{`O calendário veio vazio desde ${formatCivilDate(civilDateOf(since))}.`}</ErrorLine>
      <p className="small soft">
        Pode ser engano do outro site, por isso os dias continuam ocupados. Se ele vier vazio por um
        dia inteiro, liberamos.
      </p>
      <form method="post">
        <input type="hidden" name="intent" value="aceitar-vazio" />
        <button type="submit" name="id" value={id} className="btn btn--line">
          Está vazio mesmo, liberar os dias
        </button>
      </form>
    </>
  );
}

interface ConnectFormProps {
  isFirst: boolean;
  outcome: ConnectedFeedsProps["outcome"];
}

function ConnectForm({ isFirst, outcome }: ConnectFormProps) {
  const refused = refusalOf(outcome, "conectar");
  return (
    <form method="post" className={styles.form} noValidate>
      <h3>{isFirst ? "Ligar um calendário" : "Ligar outro calendário"}</h3>
      <input type="hidden" name="intent" value="conectar" />
      <TextField
        name="endereco"
        label="Endereço do calendário"
        hint="No outro site, procure “exportar calendário” ou “iCal” e copie o link. Costuma terminar em .ics. Use um calendário só com as reservas deste imóvel."
        placeholder="https://…/calendario.ics"
        error={refused?.errors.endereco}
        defaultValue={outcome?.typed.endereco}
        inputMode="url"
        autoComplete="off"
        maxLength={maxFeedAddressLength}
      />
      <button type="submit" className="btn">
        Conectar
      </button>
    </form>
  );
}

/** The way to the calendar settings of each site. There are no pictures, because sites rename their buttons. */
const places: readonly [site: string, place: string, advice?: string][] = [
  ["Airbnb", "Calendário, o anúncio, Configurações, Disponibilidade, conexão de calendários."],
  [
    "Booking.com",
    "Extranet, Tarifas e disponibilidade, Sincronizar calendários.",
    "Ao exportar, escolha reservas e datas fechadas.",
  ],
  [
    "Vrbo",
    "O anúncio, Calendário, Importar e exportar.",
    "Ao importar, diga que bloqueia as datas.",
  ],
];

function SiteSteps() {
  return (
    <details className={styles.steps}>
      <summary className="link">Onde fica em cada site?</summary>
      <p>“Exportar” dá o link para colar aqui; “importar” recebe o nosso endereço.</p>
      <ul>
        {places.map(([site, place, advice]) => (
          <li key={site}>
            <b>{site}:</b> {place} {advice}
          </li>
        ))}
      </ul>
      <p className="small soft">
        Eles leem só os dias que você marcou aqui, e podem levar até um dia. Para que um site saiba
        das reservas do outro, ligue os dois diretamente. Não achou? Fale com a gente.
      </p>
    </details>
  );
}

interface ExportAddressProps {
  address: string;
  asksToRenew: boolean;
}

function ExportAddress({ address, asksToRenew }: ExportAddressProps) {
  return (
    <div className={styles.export}>
      <h3>Copie este endereço para o outro site</h3>
      <CopyAddress address={address} />
      <form method="post">
        <input type="hidden" name="intent" value="novo-endereco" />
        {asksToRenew && (
          <>
            <input type="hidden" name="confirmado" value="sim" />
            {/* biome-ignore lint/a11y/noAutofocus: the question is read first */}
            <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
              <Icon name="circle-exclamation-point" />O endereço atual para de funcionar na hora, e
              os outros sites param de ler este calendário até receberem o novo. Toque de novo para
              confirmar.
            </p>
          </>
        )}
        <button type="submit" className={asksToRenew ? "btn btn--earth" : styles.quiet}>
          Gerar novo endereço
        </button>
      </form>
    </div>
  );
}
