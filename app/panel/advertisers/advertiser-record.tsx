import { plans, planTerms } from "../../domain/accounts/plans/plans.ts";
import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import fieldStyles from "../../platform/ui/forms/field.module.css";
import {
  Field,
  FieldError,
  SelectFrame,
  TextArea,
  TextField,
} from "../../platform/ui/forms/field.tsx";
import { formatPhone, whatsappLink } from "../../platform/ui/forms/phone.ts";
import { Link } from "../../platform/ui/link.tsx";
import { type FormOutcome, refusalOf } from "../../platform/web/forms/form-outcome.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import { endless, maxNotesLength } from "./advertiser-limits.ts";
import type { AdvertisersAd, ListedAdvertiser } from "./advertisers.server.ts";
import { describePlan } from "./describe-plan.ts";

export interface AdvertiserRecordProps {
  advertiser: ListedAdvertiser;
  ads: AdvertisersAd[];
  outcome: FormOutcome | undefined;
  today: string;
}

export function AdvertiserRecord({ advertiser, ads, outcome, today }: AdvertiserRecordProps) {
  const { id, displayName, blockedAt } = advertiser;
  const notesRefusal = refusalOf(outcome, "anotacoes", id);
  const isOpen = (intent: string) => refusalOf(outcome, intent, id) !== undefined;
  return (
    <article className={styles.record}>
      <h2>{displayName}</h2>
      <Facts advertiser={advertiser} ads={ads} today={today} />
      <PlanForm advertiser={advertiser} outcome={outcome} today={today} />
      <details className={styles.more} open={isOpen("anotacoes") || advertiser.notes !== ""}>
        <summary>Anotações</summary>
        <PanelForm
          id={id}
          buttons={[{ intent: "anotacoes", text: "Guardar anotações" }]}
          outcome={outcome}
        >
          <TextArea
            name="anotacoes"
            id={`anotacoes-${id}`}
            label="Anotações"
            hint="Só a equipe lê."
            rows={4}
            maxLength={maxNotesLength}
            defaultValue={notesRefusal?.typed.anotacoes ?? advertiser.notes}
            error={notesRefusal?.errors.anotacoes}
          />
        </PanelForm>
      </details>
      <details className={styles.more} open={isOpen("bloquear") || isOpen("desbloquear")}>
        <summary>{blockedAt ? "Desbloquear" : "Bloquear"}</summary>
        <PanelForm
          id={id}
          reason={{
            hint: blockedAt
              ? "Vai para o registro e para o e-mail do anunciante."
              : "Vai para o registro e para o e-mail do anunciante. Os anúncios saem do ar e ninguém entra na conta.",
          }}
          buttons={[
            blockedAt
              ? { intent: "desbloquear", text: "Desbloquear" }
              : { intent: "bloquear", text: "Bloquear", look: "btn--earth" },
          ]}
          outcome={outcome}
        />
      </details>
    </article>
  );
}

function Facts({ advertiser, ads, today }: Omit<AdvertiserRecordProps, "outcome">) {
  const { id, displayName, email, emailVerified, createdAt, blockedAt } = advertiser;
  const telefone = ads.find((ad) => ad.telefone)?.telefone;
  return (
    <div className={styles.facts}>
      <p>
        {telefone && (
          <a className="btn btn--line" href={whatsappLink(telefone, `Olá, ${displayName}!`)}>
            WhatsApp {formatPhone(telefone)}
          </a>
        )}
        <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
          {email}
        </a>
      </p>
      <p>
        <b>{describePlan(advertiser, today)}.</b> Conta de {formatInstant(createdAt)}.
        {!emailVerified && " E-mail ainda não confirmado."}
        {blockedAt && ` Bloqueada em ${formatInstant(blockedAt)}.`}
      </p>
      <p>
        {ads.map((ad) => (
          <Link key={ad.id} className="link" to={`/operador/anuncios?q=${ad.id}`}>
            {ad.title}
            {ad.pausedBy && ", em pausa"}
          </Link>
        ))}
        <Link className="link" to={`/operador/registro?sobre=${id}`}>
          Ver no registro
        </Link>
      </p>
    </div>
  );
}

interface PlanFormProps {
  advertiser: ListedAdvertiser;
  outcome: FormOutcome | undefined;
  today: string;
}

function PlanForm({ advertiser, outcome, today }: PlanFormProps) {
  const { id } = advertiser;
  const refused = refusalOf(outcome, "plano", id);
  const typedTerm = refused?.typed.por;
  const terms = [
    ...Object.entries(planTerms).map(([term, { label }]) => [term, label] as const),
    [endless, "Sem data para terminar"] as const,
  ];
  return (
    <PanelForm
      id={id}
      reason={{
        label: "Por que este plano",
        hint: "Vai para o registro.",
        placeholder: `Pix, ${formatCivilDate(today).slice(0, 5)}`,
      }}
      buttons={[{ intent: "plano", text: "Salvar plano", look: "" }]}
      outcome={outcome}
    >
      <Field name="plano" id={`plano-${id}`} label="Plano" error={refused?.errors.plano}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              className={fieldStyles.input}
              defaultValue={refused?.typed.plano ?? advertiser.plano}
            >
              {Object.values(plans).map((plan) => (
                <option key={plan.id} value={plan.id}>
                  {plan.title}
                </option>
              ))}
            </select>
          </SelectFrame>
        )}
      </Field>
      <fieldset className={styles.terms}>
        <legend>Por quanto tempo</legend>
        {terms.map(([term, label], index) => (
          <label key={term}>
            <input
              type="radio"
              name="por"
              value={term}
              defaultChecked={term === typedTerm}
              // biome-ignore lint/a11y/noAutofocus: a document that shows what is wrong leads there
              autoFocus={index === 0 && Boolean(refused?.errors.por)}
            />
            {label}
          </label>
        ))}
        <FieldError id={`por-${id}`} message={refused?.errors.por?.[0]} />
      </fieldset>
      <details className={styles.more} open={Boolean(refused?.typed.ate || refused?.errors.ate)}>
        <summary>Outra data</summary>
        <label>
          <input type="radio" name="por" value="" /> Até este dia
        </label>
        <TextField
          name="ate"
          id={`ate-${id}`}
          label="Até"
          type="date"
          min={today}
          hint="O último dia, incluído."
          defaultValue={refused?.typed.ate ?? ""}
          error={refused?.errors.ate}
        />
      </details>
    </PanelForm>
  );
}
