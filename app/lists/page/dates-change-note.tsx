import { formatStay } from "../../calendar/stays.ts";
import { Icon } from "../../ui/icon.tsx";
import type { GroupList } from "../group-list.ts";

export interface DatesChangeNoteProps {
  list: Pick<GroupList, "datesChange" | "stay" | "entrada" | "items">;
  day: string;
}

/** Tells the group that its dates were replaced, by whom, and what that means for their votes. */
export function DatesChangeNote({ list, day }: DatesChangeNoteProps) {
  const { datesChange, stay, entrada, items } = list;
  const isOver = entrada !== null && stay === null;
  if (!datesChange || isOver) return null;
  const { nome, former } = datesChange;
  const before = formatStay(former, day);
  const hasOldVotes = items.some(({ votes }) => votes.some((vote) => vote.isForOtherDates));
  return (
    <p className="note" role="status">
      <Icon name="info" />
      <span>
        <b>{nome === null ? "As datas mudaram" : `${nome} mudou as datas`}</b>: eram {before}
        {stay ? `, agora são ${formatStay(stay, day)}` : ", agora não há datas"}.
        {hasOldVotes &&
          " Os votos dados antes continuam na conta, marcados. Quem já votou pode votar de novo."}
      </span>
    </p>
  );
}
