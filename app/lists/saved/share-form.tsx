import { useFetcher } from "react-router";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PlanFields, type PlanTexts } from "../plan-fields.tsx";
import styles from "./share-form.module.css";

export interface ShareFormProps {
  ids: readonly string[];
  today: string;
  suggested?: PlanTexts;
  /** Refused by the server, as happens without script. */
  refused?: FormOutcome;
}

export function ShareForm({ ids, today, suggested, refused }: ShareFormProps) {
  const fetcher = useFetcher<FormOutcome>();
  const outcome = fetcher.data ?? refused;
  const isBusy = fetcher.state !== "idle";
  const form = useRefusedFocus(outcome);
  return (
    <fetcher.Form className={styles.form} method="post" action="/lista/nova" noValidate ref={form}>
      <input type="hidden" name="anuncio" value={ids.join()} />
      {outcome?.message && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{outcome.message}</b>
        </p>
      )}
      <PlanFields values={outcome?.typed ?? suggested} errors={outcome?.errors} today={today} />
      <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <LoadingWaves />}
        {isBusy ? "Aguarde..." : "Compartilhar lista"}
      </button>
    </fetcher.Form>
  );
}
