import { Icon } from "../../ui/icon.tsx";
import { explainPause, type Pause } from "../../visibility/pause.ts";

export function PauseNote({ pause }: { pause: Pause }) {
  return (
    <p className="note" role="status">
      <Icon name="pause" />
      <span>
        <b>Em pausa: só você vê esta página.</b> {explainPause(pause)}{" "}
        <a className="link" href="/dashboard">
          Meus Anúncios
        </a>
      </span>
    </p>
  );
}
