import { explainPause, type Pause } from "../../../domain/accounts/visibility/pause.ts";
import { Icon } from "../../../platform/ui/icon.tsx";

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
