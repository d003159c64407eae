import { formatDay } from "../../calendar/civil-date.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { RowTable, TableRow } from "../row-table.tsx";
import { State } from "../state.tsx";
import { AdEditor } from "./ad-editor.tsx";
import { describeCheck } from "./check-status.ts";
import type { ListedAd } from "./listed-ads.server.ts";

export interface AdTableProps {
  ads: ListedAd[];
  opened: string | null;
  /** Civil date. */
  today: string;
  addressOf: (id: string | null) => string;
  outcome: FormOutcome | undefined;
}

const heads = ["Anúncio", "Lugar", "Desde", "Conferido", "Situação"];

export function AdTable({ ads, opened, today, addressOf, outcome }: AdTableProps) {
  return (
    <RowTable caption="Anúncios, lugar e situação" heads={heads}>
      {ads.map((ad) => {
        const isOpen = ad.id === opened;
        return (
          <TableRow
            key={ad.id}
            id={`anuncio-${ad.id}`}
            name={ad.title}
            detail={`${ad.ownerName}, ${ad.ownerEmail}`}
            to={addressOf(isOpen ? null : ad.id)}
            cellCount={heads.length - 1}
            cells={
              <>
                <td>{ad.localizacao}</td>
                <td data-before="desde">{formatDay(ad.createdAt)}</td>
                <td>{(ad.checkedAt || ad.checkEndedAt) && describeCheck(ad, today)}</td>
                <td>
                  <AdStatus ad={ad} />
                </td>
              </>
            }
          >
            {isOpen && <AdEditor ad={ad} today={today} outcome={outcome} />}
          </TableRow>
        );
      })}
    </RowTable>
  );
}

const pauseWords = {
  owner: "Em pausa pelo dono",
  operator: "Em pausa por você",
  plan: "Em pausa: plano vencido",
  block: "Em pausa: conta bloqueada",
};

function AdStatus({ ad }: { ad: ListedAd }) {
  if (!ad.pausedBy) {
    return (
      <State icon="circle-check" level="good">
        {"No\u00a0ar"}
      </State>
    );
  }
  return (
    <State icon="pause" level={ad.pausedBy === "owner" ? "neutral" : "bad"}>
      {pauseWords[ad.pausedBy]}
    </State>
  );
}
