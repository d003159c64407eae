import type { FieldMetadata } from "@conform-to/react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { DayPicker, type DayPickerProps } from "../../domain/calendar/day-picker/day-picker.tsx";
import { formatNights } from "../../domain/calendar/stays.ts";
import { amenityIcon } from "../../domain/listings/card/amenity.tsx";
import {
  amenityFlags,
  type FieldName,
  formSections,
  leisureOptions,
  listingFields,
  type TextFieldName,
} from "../../domain/listings/fields.ts";
import { PriceField } from "../../domain/prices/price-field.tsx";
import { locationOptions } from "../../domain/region/locations.ts";
import { ChoiceTile } from "../../platform/ui/forms/choice-tile.tsx";
import fieldStyles from "../../platform/ui/forms/field.module.css";
import { FieldError, SelectField, TextArea } from "../../platform/ui/forms/field.tsx";
import { PhoneField } from "../../platform/ui/forms/phone-field.tsx";
import { StepperField } from "../../platform/ui/forms/stepper-field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { ContactFields } from "./fields/contact-fields.tsx";
import { type CopiedText, LimitedText } from "./fields/limited-text.tsx";
import { PositionField } from "./fields/position-field.tsx";
import styles from "./listing-fields.module.css";
import { describeSuites, questions } from "./listing-questions.ts";
import type { ControlName, ListingFormValue } from "./listing-schema.ts";
import { DetailRow, MoreDetails } from "./more-details.tsx";

export type ListingFieldset = Record<
  ControlName,
  Pick<FieldMetadata<string>, "errors" | "initialValue">
>;

export interface ListingFieldsProps {
  fields: ListingFieldset;
  today: string;
  /** Id of the ad that is edited. */
  listingId: string | undefined;
  /** The contact is that of the advertiser's latest ad. */
  isCopied: boolean;
  /** Values of the ad that this one was begun from. */
  modelValue: ListingFormValue | undefined;
}

/** The fields that an ad needs, and below them, folded, those that can wait. */
export function ListingFields(props: ListingFieldsProps) {
  const { fields, today, listingId, isCopied, modelValue } = props;
  function of(name: FieldName) {
    const { errors, initialValue } = fields[name];
    const field = listingFields[name];
    return {
      name,
      label: field.label,
      error: errors,
      defaultValue: typeof initialValue === "string" ? initialValue : undefined,
      // The fold says it once for all that it holds.
      ...("required" in field
        ? { "aria-required": true }
        : { optional: field.section in formSections }),
    };
  }
  function text(name: TextFieldName) {
    const { limit, isLong = false }: { limit: number; isLong?: boolean } = listingFields[name];
    return { ...of(name), limit, isLong };
  }
  const isOn = (name: ControlName) => fields[name].initialValue === "on";
  const model = String(fields.modeloTitulo.initialValue ?? "");
  function copied(name: "enderecoCompleto" | "mapa", check: string): CopiedText | undefined {
    const value = modelValue?.[name];
    return typeof value === "string"
      ? { text: value, note: `${check}: veio de “${model}”.` }
      : undefined;
  }
  const leisure = [fields.lazer.initialValue].flat();

  return (
    <>
      <FormSection id="imovel">
        <TitleField
          {...text("title")}
          autoComplete="off"
          placeholder="Rancho Beira d’Água"
          model={model}
          isConfirmed={isOn("mesmoTitulo")}
        />
        <LimitedText
          {...text("body")}
          hint="O que a pessoa vê, ouve e faz aí? Três frases bastam."
        />
      </FormSection>
      <FormSection id="precos">
        <div className={styles.two}>
          <PriceField {...of("valorFds")} hint="De sexta a domingo" />
          <PriceField {...of("valorDiaria")} />
        </div>
      </FormSection>
      <FormSection id="onde">
        <SelectField {...of("localizacao")} options={locationOptions} placeholder="Escolha" />
      </FormSection>
      <FormSection id="quartos">
        <RoomFields
          people={of("quantidadeMaximaPessoas")}
          rooms={of("QuantidadeTotalQuartos")}
          suites={of("QuantidadeTotalQuartosSuites")}
          isConfirmed={isOn("maisSuites")}
        />
      </FormSection>
      <FormSection id="lazer">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a section of its own */}
        <div className={styles.tiles} role="group" aria-label="Lazer" id="lazer" tabIndex={-1}>
          {leisureOptions.map((option) => (
            <ChoiceTile
              type="checkbox"
              key={option}
              name="lazer"
              value={option}
              defaultChecked={leisure.includes(option)}
            >
              <Icon name={amenityIcon(option)} />
              {option}
            </ChoiceTile>
          ))}
          {amenityFlags.map(({ name, label, icon }) => (
            <ChoiceTile type="checkbox" key={name} name={name} defaultChecked={isOn(name)}>
              <Icon name={icon} />
              {label}
            </ChoiceTile>
          ))}
        </div>
        <FieldError id="lazer" message={fields.lazer.errors?.[0]} />
      </FormSection>
      <FormSection id="contato">
        <ContactFields
          phone={of("telefone")}
          whatsapp={{
            isOn: isOn("whatsapp"),
            error: fields.whatsapp.errors?.[0],
            isConfirmed: isOn("semWhatsapp"),
          }}
          isEdit={listingId !== undefined}
          isCopied={isCopied}
        />
      </FormSection>
      <MoreDetails>
        <DetailRow id="regras">
          <StayTerms minimum={of("minimoNoites")} isWholeWeekend={isOn("fdsInteiro")} />
          <LimitedText
            {...text("observacoesTarifa")}
            placeholder="Feriados, taxa de limpeza, o que está incluído"
          />
        </DetailRow>
        <DetailRow id="endereco">
          <LimitedText
            {...text("enderecoCompleto")}
            copied={copied("enderecoCompleto", "Confira o endereço")}
          />
          <StepperField {...of("estradaDeTerra")} max={listingFields.estradaDeTerra.limit} />
          <PositionField
            {...of("mapa")}
            copied={copied("mapa", "Confira a posição")}
            isExact={isOn("mapaExato")}
            isConfirmed={isOn("mapaFora")}
          />
        </DetailRow>
        <DetailRow id="ambientes">
          <LimitedText
            {...text("detalhamentoQuartosSociais")}
            placeholder="Camas, ventilador, banheiro"
          />
          <LimitedText {...text("detalhamentoSuites")} placeholder="Camas, ar, banheira" />
          <LimitedText {...text("detalhesCozinha")} placeholder="Fogão, geladeira, louça" />
          <LimitedText {...text("detalhesSala")} placeholder="TV, sofá-cama, lareira" />
          <LimitedText {...text("beneficiosImovel")} placeholder="Roupa de cama, caseiro" />
        </DetailRow>
        <DetailRow id="datas" title={listingId && "Datas: ficam no Calendário"}>
          <DateFields {...of("datasIndisponiveis")} today={today} listingId={listingId} />
        </DetailRow>
        <DetailRow id="avisos">
          <div className={styles.two}>
            <PhoneField
              {...of("telefone2")}
              autoComplete="off"
              hint="De quem atende na falta do primeiro."
            />
            <LimitedText
              {...text("nomeContato")}
              autoComplete="off"
              placeholder="José"
              hint="Quem atende. No anúncio fica “Falar com José”."
            />
          </div>
          <LimitedText
            {...text("nomePix")}
            autoComplete="off"
            hint="Como o banco mostra. Só aparece em anúncio conferido."
          />
          <LimitedText
            {...text("maioresInformacoes")}
            placeholder="Horário de entrada e saída, silêncio, regras da casa"
          />
          <LimitedText {...text("observacao")} />
        </DetailRow>
      </MoreDetails>
    </>
  );
}

interface FormSectionProps {
  id: keyof typeof formSections;
  say?: string;
  children: ReactNode;
}

export function FormSection({ id, say, children }: FormSectionProps) {
  return (
    <fieldset id={`parte-${id}`}>
      <legend>{formSections[id]}</legend>
      {say && <p className={styles.hint}>{say}</p>}
      {children}
    </fieldset>
  );
}

type Count = ComponentProps<typeof StepperField>;

interface RoomFieldsProps {
  people: Count;
  rooms: Count;
  suites: Count;
  isConfirmed: boolean;
}

/** More suites than rooms are allowed once confirmed. */
function RoomFields({ people, rooms, suites, isConfirmed }: RoomFieldsProps) {
  const [typed, setTyped] = useState({ rooms: rooms.defaultValue, suites: suites.defaultValue });
  const values = {
    QuantidadeTotalQuartos: countOf(typed.rooms),
    QuantidadeTotalQuartosSuites: countOf(typed.suites),
  };
  return (
    <>
      <div className={styles.three}>
        <StepperField {...people} min={1} />
        <StepperField
          {...rooms}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, rooms: value })}
        />
        <StepperField
          {...suites}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, suites: value })}
        />
      </div>
      {questions.maisSuites.ask(values) && (
        <ChoiceTile type="checkbox" name="maisSuites" defaultChecked={isConfirmed}>
          <Icon name="bed-double" />É isso mesmo:{" "}
          {describeSuites(
            values.QuantidadeTotalQuartos ?? 0,
            values.QuantidadeTotalQuartosSuites ?? 0,
          )}
        </ChoiceTile>
      )}
    </>
  );
}

function countOf(text = ""): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

interface TitleFieldProps extends ComponentProps<typeof LimitedText> {
  /** Title of the ad that this one was begun from; "" if none. */
  model: string;
  isConfirmed: boolean;
}

/** An ad may have the title of the one it was begun from, once that has been asked about. */
function TitleField({ model, isConfirmed, ...field }: TitleFieldProps) {
  const [title, setTitle] = useState(field.defaultValue ?? "");
  const [wasAsked, setWasAsked] = useState(isConfirmed);
  const isRefused = Boolean(field.error?.length);
  // The answer takes the error away, and stays.
  useEffect(() => {
    if (isRefused) setWasAsked(true);
  }, [isRefused]);
  const isSame = questions.mesmoTitulo.ask({ title, modeloTitulo: model }) !== null;
  return (
    <>
      <LimitedText
        {...field}
        hint={isSame && <b>{`É o título de “${model}”: troque pelo nome desta casa.`}</b>}
        onText={setTitle}
      />
      {isSame && (isRefused || wasAsked) && (
        <ChoiceTile type="checkbox" name="mesmoTitulo" defaultChecked={isConfirmed}>
          É isso mesmo: os dois anúncios com o mesmo título
        </ChoiceTile>
      )}
    </>
  );
}

interface StayTermsProps {
  minimum: ComponentProps<typeof StepperField>;
  isWholeWeekend: boolean;
}

/** Fields for the minimum stay and the weekend rule outside seasons (docs/decisions/017). */
function StayTerms({ minimum, isWholeWeekend }: StayTermsProps) {
  const [typed, setTyped] = useState({
    minimum: minimum.defaultValue ?? "",
    isWhole: isWholeWeekend,
  });
  const together = typed.isWhole && describeTogether(typed.minimum);
  return (
    <>
      <StepperField
        {...minimum}
        min={1}
        max={listingFields.minimoNoites.limit}
        onInput={({ currentTarget: { value } }) => setTyped({ ...typed, minimum: value })}
      />
      <div className={fieldStyles.field}>
        <ChoiceTile
          type="checkbox"
          name="fdsInteiro"
          defaultChecked={isWholeWeekend}
          aria-describedby="fdsInteiro-hint"
          onInput={({ currentTarget: { checked } }) => setTyped({ ...typed, isWhole: checked })}
        >
          {listingFields.fdsInteiro.label}
        </ChoiceTile>
        <p className={fieldStyles.hint} id="fdsInteiro-hint" role="status">
          {together}
        </p>
      </div>
    </>
  );
}

/** A weekend has two nights, fewer than some minimums: says what its guest stays then; null if it is enough. */
export function describeTogether(minimum: string): string | null {
  const nights = /^\d{1,2}$/.test(minimum.trim()) ? Number(minimum) : 0;
  if (nights <= 2) return null;
  return `Com o mínimo de ${formatNights(nights)}, só o fim de semana não basta: quem vem na sexta e no sábado fica mais ${formatNights(nights - 2)}. Para alugar só o fim de semana, use mínimo de 2.`;
}

interface DateFieldsProps extends Omit<DayPickerProps, "label"> {
  label: string;
  /** Id of the ad that is edited, which has a calendar of its own. */
  listingId: string | undefined;
}

function DateFields({ listingId, today, ...field }: DateFieldsProps) {
  if (!listingId) {
    return (
      <>
        <p className="soft">Toque nos dias já ocupados, ou arraste de um dia a outro.</p>
        <DayPicker {...field} today={today} />
      </>
    );
  }
  return (
    <>
      <a className="link" href={`/posts/${listingId}/calendario`}>
        Abrir o Calendário
      </a>
      <TextArea {...field} rows={2} />
    </>
  );
}
