import { findPlan } from "../../accounts/plans/plans.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { plural } from "../../ui/words.ts";
import { RowTable, TableRow } from "../row-table.tsx";
import { AdvertiserEditor } from "./advertiser-editor.tsx";
import type { AdvertiserDetails, ListedAdvertiser } from "./advertisers.server.ts";
import { PlanStatus } from "./plan-status.tsx";

export interface AdvertiserTableProps {
  advertisers: ListedAdvertiser[];
  opened: { id: string; details: AdvertiserDetails } | null;
  addressOf: (id: string | null) => string;
  outcome: FormOutcome | undefined;
  today: string;
}

const heads = ["Nome", "Plano", "Até", "Anúncios", "Situação"];

export function AdvertiserTable(props: AdvertiserTableProps) {
  const { advertisers, opened, addressOf, outcome, today } = props;
  return (
    <RowTable caption="Anunciantes, plano e data final" heads={heads}>
      {advertisers.map((advertiser) => {
        const { id, displayName, email, plano, validoAte } = advertiser;
        const isOpen = opened?.id === id;
        return (
          <TableRow
            key={id}
            id={`anunciante-${id}`}
            name={displayName}
            detail={email}
            to={addressOf(isOpen ? null : id)}
            cellCount={heads.length - 1}
            cells={
              <>
                <td>{findPlan(plano)?.title.replace("Plano ", "") ?? plano}</td>
                <td data-before={validoAte ? "até" : undefined}>
                  {validoAte ? formatCivilDate(validoAte) : plano === "nenhum" ? "" : "sem data"}
                </td>
                <td data-after={plural(advertiser.postsPermitidos, "anúncio")}>
                  {advertiser.postsCriados} de {advertiser.postsPermitidos}
                </td>
                <td>
                  <PlanStatus advertiser={advertiser} today={today} />
                </td>
              </>
            }
          >
            {isOpen && (
              <AdvertiserEditor
                advertiser={advertiser}
                details={opened.details}
                outcome={outcome}
                today={today}
              />
            )}
          </TableRow>
        );
      })}
    </RowTable>
  );
}
