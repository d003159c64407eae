import { formatStay } from "../../../domain/calendar/stays.ts";
import { formatReais } from "../../../domain/prices/money.ts";
import {
  alertAddress,
  type Filters,
  flagsOf,
  hasPriceLimit,
  writeFilters,
} from "../../../domain/search/filters.ts";
import { listActive } from "../../../domain/search/list-active.ts";
import type { Alternative } from "../../../domain/search/search.server.ts";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { enumerate } from "../../../platform/ui/words.ts";
import styles from "./no-results.module.css";

export interface NoResultsProps {
  filters: Filters;
  /** The search in words; empty if it has no filters. */
  words: string;
  alternatives: readonly Alternative[];
  day: string;
  /** Level of its heading: 1 unless the page has another title. */
  level: 1 | 2;
}

export function NoResults({ filters, words, alternatives, day, level }: NoResultsProps) {
  return (
    <Notice
      wide
      level={level}
      title="Não foram encontrados imoveis a partir da sua busca..."
      action={
        <>
          {alternatives.length > 0 && (
            <ul className={styles.nearby} aria-label="Buscas parecidas com resultado">
              {alternatives.map((one) => (
                <li key={nameOf(one.filters, filters, day)}>
                  <Link to={pageAddress("/search", writeFilters(one.filters))}>
                    <span>{nameOf(one.filters, filters, day)}</span>
                    {one.count !== null && (
                      <span>
                        há <b>{one.count}</b>
                      </span>
                    )}
                    <Icon name="arrow-right" />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <Link className="btn" to={alertAddress(filters)}>
            <Icon name="bell" />
            Avise-me
          </Link>
          <Link className="btn btn--line" to="/">
            <Icon name="arrow-left" />
            Voltar para o início
          </Link>
        </>
      }
    >
      {words && `Você procurou ${words}. `}
      {alternatives.length > 0 ? "Perto disso ainda há casa:" : adviseOn(filters)}
    </Notice>
  );
}

/** Names the filters that could be changed: "Tente menos pessoas ou a região toda." */
function adviseOn(filters: Filters): string {
  const { stay, pessoas, localizacao } = filters;
  const ways = [
    stay && "outras datas",
    hasPriceLimit(filters) && "um valor maior",
    pessoas !== null && "menos pessoas",
    countAmenities(filters) > 0 && "menos filtros",
    localizacao !== null && "a região toda",
  ].filter((way) => typeof way === "string");
  return ways.length > 0 ? `Tente ${enumerate(ways, "ou")}.` : "";
}

/**
 * Names such as "Sem o filtro Piscina", "De 18 a 20/12", "Até R$ 650 por noite", "Em toda a região"
 * with the dates asked for, or "Só Capitólio, 28/12 a 02/01, 8 pessoas".
 */
function nameOf(filters: Filters, current: Filters, day: string): string {
  const { stay, q, total, semPreco, localizacao } = filters;
  const labels = labelsOf(filters, day);
  const dropped = labelsOf(current, day).filter((label) => !labels.includes(label));
  if (dropped.length > 1 || (hasPriceLimit(current) && !hasPriceLimit(filters))) {
    return `Só ${[...labels, ...(localizacao ? [] : ["em toda a região"])].join(", ")}`;
  }
  if (countAmenities(filters) < countAmenities(current)) return `Sem o filtro ${dropped[0]}`;
  if (semPreco !== current.semPreco) return "Sem preço no anúncio";
  if (total !== current.total) return `Total até ${formatReais(String(total))}`;
  if (q !== current.q) return `Até ${formatReais(String(q))} por noite`;
  const dates = stay ? `De ${formatStay(stay, day)}` : null;
  if (localizacao === current.localizacao) return dates ?? "";
  return dates ? `${dates}, em toda a região` : "Em toda a região";
}

function labelsOf(filters: Filters, day: string): string[] {
  return listActive({ ...filters, ordem: "novos" }, day).map(({ label }) => label);
}

function countAmenities(filters: Filters): number {
  return filters.lazer.length + flagsOf(filters).length + (filters.quartos === null ? 0 : 1);
}
