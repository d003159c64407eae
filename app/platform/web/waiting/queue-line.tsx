import { Icon } from "../../ui/icon.tsx";
import type { QueueStatus } from "./change-queue.ts";
import type { Said } from "./queue-words.ts";

export interface QueueLineProps {
  className: string | undefined;
  status: QueueStatus;
  said: Said;
  onRetry: () => void;
}

/** Line that says what becomes of changes on their way, with what to do if they can't get through. */
export function QueueLine({ className, status: { kind }, said, onRetry }: QueueLineProps) {
  const { tone, text } = said;
  return (
    <div className={className} data-envio={kind}>
      <p role="status" data-tone={tone}>
        {text && tone !== "busy" && (
          <Icon name={tone === "good" ? "circle-check" : "circle-exclamation-point"} />
        )}
        {text}
      </p>
      {(kind === "waiting" || kind === "intercepted") && (
        <button type="button" className="link" onClick={onRetry}>
          Tentar de novo
        </button>
      )}
      {kind === "logged-out" && (
        // Reloading the page leads to the login and back.
        <a className="link" href="?">
          Entrar
        </a>
      )}
    </div>
  );
}
