import { Link } from "react-router";
import { tellPlan } from "../../accounts/plans/plan-story.ts";
import { type PlanTerm, planTerms } from "../../accounts/plans/plan-terms.ts";
import { plans } from "../../accounts/plans/plans.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import { type FormOutcome, refusalOf } from "../../site/forms/form-outcome.ts";
import fieldStyles from "../../ui/forms/field.module.css";
import { Field, SelectFrame, TextArea, TextField } from "../../ui/forms/field.tsx";
import styles from "../panel.module.css";
import { PanelForm, ReasonForm } from "../panel-form.tsx";
import { WidePart } from "../row-table.tsx";
import { formatInstant } from "../when.ts";
import { endless, maxNotesLength } from "./advertiser-limits.ts";
import type { AdvertiserDetails, ListedAdvertiser } from "./advertisers.server.ts";

export interface AdvertiserEditorProps {
  advertiser: ListedAdvertiser;
  details: AdvertiserDetails;
  outcome: FormOutcome | undefined;
  today: string;
}

export function AdvertiserEditor({ advertiser, details, outcome, today }: AdvertiserEditorProps) {
  const { id, blockedAt } = advertiser;
  const notesRefusal = refusalOf(outcome, "anotacoes", id);
  return (
    <>
      <WidePart>
        <Facts advertiser={advertiser} details={details} today={today} />
      </WidePart>
      <PlanForm advertiser={advertiser} outcome={outcome} today={today} />
      <PanelForm intent="anotacoes" id={id} button="Guardar anotações" outcome={outcome}>
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
      {blockedAt ? (
        <ReasonForm
          intent="desbloquear"
          id={id}
          button="Desbloquear"
          label="Por que desbloquear"
          hint="Vai para o registro e para o e-mail do anunciante."
          outcome={outcome}
        />
      ) : (
        <ReasonForm
          intent="bloquear"
          id={id}
          button="Bloquear"
          buttonClass="btn btn--earth"
          label="Por que bloquear"
          hint="Vai para o registro e para o e-mail do anunciante. Os anúncios saem do ar e ninguém entra na conta."
          outcome={outcome}
        />
      )}
      <PanelForm intent="sair" id={id} button="Sair de todos os aparelhos" outcome={outcome}>
        <p className="small">
          {details.sessions === 1
            ? "A conta está aberta em 1 aparelho."
            : `A conta está aberta em ${details.sessions} aparelhos.`}
        </p>
      </PanelForm>
    </>
  );
}

function Facts({ advertiser, details, today }: Omit<AdvertiserEditorProps, "outcome">) {
  const { title, until } = tellPlan(advertiser, today);
  const { id, email, emailVerified, createdAt, blockedAt, planEndedOn } = advertiser;
  return (
    <div className={styles.facts}>
      <p>
        Conta de {formatInstant(createdAt)}.{" "}
        {emailVerified ? "E-mail confirmado." : "E-mail ainda não confirmado."}
        {planEndedOn && ` O último plano foi até ${formatCivilDate(planEndedOn)}.`}
        {blockedAt && ` Bloqueada em ${formatInstant(blockedAt)}.`}
      </p>
      <p>
        {title}. {until}
      </p>
      {details.listings.length > 0 && (
        <ul className={styles.links}>
          {details.listings.map((listing) => (
            <li key={listing.id}>
              <Link className="link" to={`/operador/anuncios?q=${listing.id}`}>
                {listing.title}
              </Link>
              {listing.pausedBy && ", em pausa"}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
          Escrever para {email}
        </a>
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
  const terms = Object.entries(planTerms) as [PlanTerm, { label: string }][];
  return (
    <ReasonForm
      intent="plano"
      id={id}
      button="Salvar plano"
      buttonClass="btn"
      label="Por que este plano"
      hint="Vai para o registro, como “Pix de R$ 250 em 21/11”."
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
      <Field name="por" id={`por-${id}`} label="Por quanto tempo" error={refused?.errors.por}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              className={fieldStyles.input}
              defaultValue={refused?.typed.por ?? ""}
            >
              <option value="">Até a data abaixo</option>
              {terms.map(([term, { label }]) => (
                <option key={term} value={term}>
                  {label}
                </option>
              ))}
              <option value={endless}>Sem data para terminar</option>
            </select>
          </SelectFrame>
        )}
      </Field>
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
    </ReasonForm>
  );
}
