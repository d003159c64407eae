import { Icon } from "../ui/icon.tsx";
import { formatCount } from "../ui/words.ts";

/** Tells an advertiser how many visitors wait for nights that are taken; nothing if nobody does. */
export function WaitingPeople({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="note note--leaf">
      <Icon name="bell" />
      <span>
        <b>{describeWaiting(count)}</b> Se uma reserva cair, deixe as noites livres: quem espera por
        elas recebe um e-mail.
      </span>
    </p>
  );
}

function describeWaiting(count: number): string {
  const who = count === 1 ? "1 pessoa espera" : `${formatCount(count)} pessoas esperam`;
  return `${who} por datas suas que estão ocupadas.`;
}
