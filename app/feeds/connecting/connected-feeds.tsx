import { Form, useLocation, useNavigation } from "react-router";
import { civilDateOf, formatCivilDate } from "../../calendar/civil-date.ts";
import { type FormOutcome, refusalOf } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { ErrorLine } from "../../ui/feedback/error-line.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { HelpLink } from "../../ui/help/help-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ExportAddress } from "../export/export-address.tsx";
import { maxFeedAddressLength } from "../feed-address.ts";
import { describeProblem } from "../feed-problems.ts";
import styles from "../feeds.module.css";
import {
  type ConnectedFeed,
  describeLeftOut,
  type FeedsDone,
  formatAge,
  isInTrouble,
} from "./feed-words.ts";
import { SiteSteps } from "./site-steps.tsx";

export interface ConnectedFeedsProps {
  feeds: readonly ConnectedFeed[];
  exportAddress: string;
  /** How the site answered a form of this part of the page. */
  outcome: FormOutcome<FeedsDone> | undefined;
  now: Date;
}

export function ConnectedFeeds({ feeds, exportAddress, outcome, now }: ConnectedFeedsProps) {
  const { state, formData } = useNavigation();
  const sending = formData?.get("intent");
  // Until the page reloads, it shows the previous feeds and address.
  const notice = state === "idle" ? outcome?.done?.notice : undefined;
  const problem = outcome?.done?.problem ?? outcome?.message;
  // Keeps the months on screen.
  const action = `${useLocation().search}#calendarios`;
  return (
    <div className={styles.feeds}>
      {notice && (
        <p className="note note--leaf" role="status">
          <Icon name="circle-check" />
          {notice}
        </p>
      )}
      {problem && <ErrorLine role="alert">{problem}</ErrorLine>}
      {feeds.length > 0 && (
        <>
          <ul className={styles.list}>
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} now={now} action={action} />
            ))}
          </ul>
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="intent" value="sincronizar" />
            <button type="submit" className="btn btn--line" disabled={sending === "sincronizar"}>
              <Icon name="rotate-cw" />
              Sincronizar agora
            </button>
          </Form>
        </>
      )}
      <ConnectForm
        // Connecting a feed empties the form.
        key={feeds.map(({ id }) => id).join()}
        action={action}
        isFirst={feeds.length === 0}
        isSending={sending === "conectar"}
        outcome={outcome}
      />
      <ExportAddress
        action={action}
        address={exportAddress}
        asksToRenew={outcome?.done?.asksToRenew ?? false}
      />
      <SiteSteps />
      <HelpLink to="calendario#ligar">Ajuda para ligar os calendários</HelpLink>
    </div>
  );
}

interface FeedRowProps {
  feed: ConnectedFeed;
  now: Date;
  action: string;
}

function FeedRow({ feed, now, action }: FeedRowProps) {
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
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="intent" value="desconectar" />
        <button type="submit" name="id" value={id} className={styles.quiet}>
          Desligar<span className="visually-hidden"> {nome}</span>
        </button>
      </Form>
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
        {emptySince && <Emptied id={id} since={emptySince} action={action} />}
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

function Emptied({ id, since, action }: { id: string; since: Date; action: string }) {
  return (
    <>
      <ErrorLine>{`O calendário veio vazio desde ${formatCivilDate(civilDateOf(since))}.`}</ErrorLine>
      <p className="small soft">
        Pode ser engano do outro site, por isso os dias continuam ocupados. Se ele vier vazio por um
        dia inteiro, liberamos.
      </p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="intent" value="aceitar-vazio" />
        <button type="submit" name="id" value={id} className="btn btn--line">
          Está vazio mesmo, liberar os dias
        </button>
      </Form>
    </>
  );
}

interface ConnectFormProps {
  action: string;
  isFirst: boolean;
  isSending: boolean;
  outcome: ConnectedFeedsProps["outcome"];
}

function ConnectForm({ action, isFirst, isSending, outcome }: ConnectFormProps) {
  const refused = refusalOf(outcome, "conectar");
  const form = useRefusedFocus(refused);
  return (
    <Form
      method="post"
      action={action}
      className={styles.form}
      preventScrollReset
      noValidate
      ref={form}
    >
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
      <button type="submit" className="btn" disabled={isSending}>
        {isSending ? "Lendo o calendário…" : "Conectar"}
      </button>
    </Form>
  );
}
