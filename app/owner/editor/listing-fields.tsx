import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { DayPicker } from "../../calendar/day-picker/day-picker.tsx";
import { amenityIcon } from "../../listings/card/amenity.tsx";
import {
  amenityFlags,
  type FieldName,
  formSections,
  leisureOptions,
  listingFields,
  type SectionId,
  type TextFieldName,
} from "../../listings/fields.ts";
import { PriceField } from "../../prices/price-field.tsx";
import { locationOptions } from "../../region/locations.ts";
import { ChoiceTile } from "../../ui/forms/choice-tile.tsx";
import { FieldError, SelectField } from "../../ui/forms/field.tsx";
import { StepperField } from "../../ui/forms/stepper-field.tsx";
import { HelpLink, type HelpLinkProps } from "../../ui/help/help-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ContactFields } from "./fields/contact-fields.tsx";
import type { CopiedText } from "./fields/copied-text.tsx";
import { LimitedText } from "./fields/limited-text.tsx";
import { PositionField } from "./fields/position-field.tsx";
import { RoomFields } from "./fields/room-fields.tsx";
import { StayTerms } from "./fields/stay-terms.tsx";
import { TitleField } from "./fields/title-field.tsx";
import styles from "./listing-fields.module.css";
import type { ControlName, ListingFormValue } from "./listing-schema.ts";

export type ListingFieldset = Record<
  ControlName,
  Pick<FieldMetadata<string>, "errors" | "initialValue">
>;

export interface ListingFieldsProps {
  fields: ListingFieldset;
  today: string;
  isEdit: boolean;
  /** The contact is that of the advertiser's latest ad. */
  isCopied: boolean;
  /** Values of the ad that this one was begun from. */
  modelValue: ListingFormValue | undefined;
}

export function ListingFields(props: ListingFieldsProps) {
  const { fields, today, isEdit, isCopied, modelValue } = props;
  function of(name: FieldName) {
    const { errors, initialValue } = fields[name];
    return {
      name,
      label: listingFields[name].label,
      error: errors,
      defaultValue: typeof initialValue === "string" ? initialValue : undefined,
      ...("required" in listingFields[name] ? { "aria-required": true } : { optional: true }),
    };
  }
  function text(name: TextFieldName) {
    const { limit, isLong = false }: { limit: number; isLong?: boolean } = listingFields[name];
    return { ...of(name), limit, isLong };
  }
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
          isConfirmed={fields.mesmoTitulo.initialValue === "on"}
        />
        <LimitedText
          {...text("body")}
          hint="O que a pessoa vê, ouve e faz aí? Três frases bastam."
        />
      </FormSection>
      <FormSection id="precos">
        <div className={styles.two}>
          <PriceField {...of("valorFds")} hint="De sexta a domingo" />
          <PriceField {...of("valorDiaria")} hint="Uma diária no meio da semana" />
        </div>
        <StayTerms
          minimum={of("minimoNoites")}
          isWholeWeekend={fields.fdsInteiro.initialValue === "on"}
        />
        <LimitedText
          {...text("observacoesTarifa")}
          placeholder="Feriados, taxa de limpeza, o que está incluído"
        />
      </FormSection>
      <FormSection id="onde">
        <SelectField {...of("localizacao")} options={locationOptions} placeholder="Escolha" />
        <LimitedText
          {...text("enderecoCompleto")}
          copied={copied("enderecoCompleto", "Confira o endereço")}
          hint="Rua, número e ponto de referência. Aparece no anúncio."
        />
        <StepperField
          {...of("estradaDeTerra")}
          max={listingFields.estradaDeTerra.limit}
          hint="0 se o asfalto vai até a porta. Em branco, o anúncio não diz."
        />
        <PositionField
          {...of("mapa")}
          copied={copied("mapa", "Confira a posição")}
          isExact={fields.mapaExato.initialValue === "on"}
          isConfirmed={fields.mapaFora.initialValue === "on"}
        />
      </FormSection>
      <FormSection id="quartos">
        <RoomFields
          people={of("quantidadeMaximaPessoas")}
          rooms={of("QuantidadeTotalQuartos")}
          suites={of("QuantidadeTotalQuartosSuites")}
          isConfirmed={fields.maisSuites.initialValue === "on"}
        />
        <div className={styles.two}>
          <LimitedText
            {...text("detalhamentoQuartosSociais")}
            placeholder="Camas, ventilador, banheiro"
          />
          <LimitedText {...text("detalhamentoSuites")} placeholder="Camas, ar, banheira" />
        </div>
      </FormSection>
      <FormSection id="ambientes">
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
            <ChoiceTile
              type="checkbox"
              key={name}
              name={name}
              defaultChecked={fields[name].initialValue === "on"}
            >
              <Icon name={icon} />
              {label}
            </ChoiceTile>
          ))}
        </div>
        <FieldError id="lazer" message={fields.lazer.errors?.[0]} />
        <div className={styles.two}>
          <LimitedText {...text("detalhesCozinha")} placeholder="Fogão, geladeira, louça" />
          <LimitedText {...text("detalhesSala")} placeholder="TV, sofá-cama, lareira" />
        </div>
        <LimitedText {...text("beneficiosImovel")} placeholder="Wi-Fi, roupa de cama, caseiro" />
      </FormSection>
      <FormSection
        id="datas"
        say="Toque nos dias já ocupados, ou arraste de um dia a outro. Eles aparecem em vermelho para quem visita o anúncio."
      >
        <DayPicker {...of("datasIndisponiveis")} today={today} />
      </FormSection>
      <FormSection id="contato">
        <ContactFields
          phone={of("telefone")}
          whatsapp={{
            isOn: fields.whatsapp.initialValue === "on",
            error: fields.whatsapp.errors?.[0],
            isConfirmed: fields.semWhatsapp.initialValue === "on",
          }}
          name={text("nomeContato")}
          secondPhone={of("telefone2")}
          pixName={text("nomePix")}
          isEdit={isEdit}
          isCopied={isCopied}
        />
      </FormSection>
      <FormSection id="extra">
        <LimitedText
          {...text("maioresInformacoes")}
          placeholder="Horário de entrada e saída, silêncio, regras da casa"
        />
        <LimitedText {...text("observacao")} />
      </FormSection>
    </>
  );
}

interface FormSectionProps {
  id: SectionId;
  say?: string;
  children: ReactNode;
}

/** The parts of the form with most questions. */
const helps: Partial<Record<SectionId, Pick<HelpLinkProps, "to" | "children">>> = {
  fotos: { to: "anuncio#fotos", children: "Ajuda com as fotos" },
  precos: { to: "precos", children: "Ajuda com preços e feriados" },
  onde: { to: "anuncio#lugar", children: "Ajuda para achar a casa no mapa" },
};

export function FormSection({ id, say, children }: FormSectionProps) {
  const help = helps[id];
  return (
    <fieldset id={id}>
      <legend>{formSections[id]}</legend>
      {say && <p className={styles.hint}>{say}</p>}
      {children}
      {help && <HelpLink {...help} opensTab />}
    </fieldset>
  );
}
