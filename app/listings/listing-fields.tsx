import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FieldError, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { AmenityIcon } from "./amenity.tsx";
import { DayPicker } from "./day-picker.tsx";
import { leisureOptions, locationOptions } from "./listing.ts";
import { listingParts } from "./listing-parts.ts";
import type { ListingFieldName } from "./listing-schema.ts";
import { PhoneField } from "./phone-field.tsx";
import { PriceField } from "./price-field.tsx";
import { StepperField } from "./stepper-field.tsx";

/** The fields as the form keeps them: what they begin with, and what is wrong. */
export type ListingFieldset = Record<
  ListingFieldName,
  Pick<FieldMetadata<string>, "errors" | "initialValue">
>;

/** What each field is called, in the form and where its errors are named. */
export const listingLabels: Record<ListingFieldName, string> = {
  foto: "Fotos",
  title: "Título",
  body: "Descrição",
  valorFds: "Final de Semana",
  valorDiaria: "Noite",
  observacoesTarifa: "Observações da tarifa",
  localizacao: "Localização",
  enderecoCompleto: "Endereço completo",
  quantidadeMaximaPessoas: "Max Pessoas",
  QuantidadeTotalQuartos: "Quartos",
  QuantidadeTotalQuartosSuites: "Suítes",
  detalhamentoQuartosSociais: "Detalhes dos quartos sociais",
  detalhamentoSuites: "Detalhes das suítes",
  lazer: "Lazer",
  detalhesCozinha: "Cozinha",
  detalhesSala: "Sala",
  beneficiosImovel: "Benefícios do imóvel",
  datasIndisponiveis: "Datas indisponíveis",
  telefone: "Telefone",
  whatsapp: "WhatsApp",
  maioresInformacoes: "Mais informações",
  observacao: "Observação",
};

export interface ListingFieldsProps {
  fields: ListingFieldset;
  today: string;
}

/** All parts of the listing form after the photos. */
export function ListingFields({ fields, today }: ListingFieldsProps) {
  function of(name: ListingFieldName) {
    const { errors, initialValue } = fields[name];
    return {
      name,
      label: listingLabels[name],
      error: errors,
      defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    };
  }
  const optional = (name: ListingFieldName) => ({ ...of(name), optional: true });
  const required = (name: ListingFieldName) => ({ ...of(name), "aria-required": true });
  const leisure = [fields.lazer.initialValue].flat();

  return (
    <>
      <Part id="imovel">
        <TextField {...required("title")} autoComplete="off" placeholder="Rancho Beira d’Água" />
        <TextArea
          {...required("body")}
          hint="O que a pessoa vê, ouve e faz aí? Três frases bastam."
        />
      </Part>
      <Part id="precos">
        <div className="two">
          <PriceField {...required("valorFds")} hint="De sexta a domingo" />
          <PriceField {...optional("valorDiaria")} hint="Uma diária no meio da semana" />
        </div>
        <TextField
          {...optional("observacoesTarifa")}
          placeholder="Feriados, taxa de limpeza, mínimo de diárias"
        />
      </Part>
      <Part id="onde">
        <SelectField {...required("localizacao")} options={locationOptions} placeholder="Escolha" />
        <TextField
          {...optional("enderecoCompleto")}
          hint="Rua, número e ponto de referência. Aparece no anúncio."
        />
      </Part>
      <Part id="quartos">
        <div className="three">
          <StepperField {...optional("quantidadeMaximaPessoas")} />
          <StepperField {...optional("QuantidadeTotalQuartos")} />
          <StepperField {...optional("QuantidadeTotalQuartosSuites")} />
        </div>
        <div className="two">
          <TextArea
            {...optional("detalhamentoQuartosSociais")}
            placeholder="Camas, ventilador, banheiro"
          />
          <TextArea {...optional("detalhamentoSuites")} placeholder="Camas, ar, banheira" />
        </div>
      </Part>
      <Part id="ambientes">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset here would be a part of its own */}
        <div className="tiles" role="group" aria-label="Lazer" id="lazer" tabIndex={-1}>
          {leisureOptions.map((option) => (
            <Tile
              key={option}
              name="lazer"
              value={option}
              defaultChecked={leisure.includes(option)}
            >
              <AmenityIcon name={option} />
              {option}
            </Tile>
          ))}
        </div>
        <FieldError id="lazer" message={fields.lazer.errors?.[0]} />
        <div className="two">
          <TextField {...optional("detalhesCozinha")} placeholder="Fogão, geladeira, louça" />
          <TextField {...optional("detalhesSala")} placeholder="TV, sofá-cama, lareira" />
        </div>
        <TextField
          {...optional("beneficiosImovel")}
          placeholder="Wi-Fi, roupa de cama, caseiro, aceita animais"
        />
      </Part>
      <Part
        id="datas"
        say="Toque nos dias já ocupados, ou arraste de um dia a outro. Eles aparecem em vermelho para quem visita o anúncio."
      >
        <DayPicker {...of("datasIndisponiveis")} today={today} />
      </Part>
      <Part id="contato">
        <div className="two">
          <PhoneField {...required("telefone")} />
          <div className="field">
            <span className="label">WhatsApp</span>
            <Tile name="whatsapp" defaultChecked={fields.whatsapp.initialValue === "on"}>
              <Icon name="whatsapp" />
              Este número atende
            </Tile>
          </div>
        </div>
      </Part>
      <Part id="extra">
        <TextArea
          {...optional("maioresInformacoes")}
          placeholder="Horário de entrada e saída, silêncio, regras da casa"
        />
        <TextArea {...optional("observacao")} />
      </Part>
    </>
  );
}

interface PartProps {
  id: string;
  say?: string;
  children: ReactNode;
}

/** One part of the form, titled as in the index. */
export function Part({ id, say, children }: PartProps) {
  return (
    <fieldset id={id}>
      <legend>{listingParts.find((part) => part.id === id)?.title}</legend>
      {say && <p className="say">{say}</p>}
      {children}
    </fieldset>
  );
}

interface TileProps {
  name: string;
  value?: string;
  defaultChecked: boolean;
  children: ReactNode;
}

function Tile({ name, value, defaultChecked, children }: TileProps) {
  return (
    <label className="tile">
      <input type="checkbox" name={name} value={value} defaultChecked={defaultChecked} />
      {children}
      <Icon name="check" className="tick" />
    </label>
  );
}
