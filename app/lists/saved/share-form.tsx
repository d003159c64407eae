import { useFetcher } from "react-router";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PlanFields, type RefusedPlan } from "../plan-fields.tsx";
import styles from "./share-form.module.css";

export interface ShareFormProps {
  ids: readonly string[];
  today: string;
  suggested?: RefusedPlan["values"];
  /** Refused by the server, as happens without script. */
  refused?: RefusedPlan | null;
}

export function ShareForm({ ids, today, suggested, refused = null }: ShareFormProps) {
  const fetcher = useFetcher<RefusedPlan>();
  const outcome = fetcher.data ?? refused;
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form className={styles.form} method="post" action="/lista/nova" noValidate>
      {ids.map((id) => (
        <input key={id} type="hidden" name="anuncio" value={id} />
      ))}
      {outcome?.message && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{outcome.message}</b>
        </p>
      )}
      <PlanFields values={outcome?.values ?? suggested} errors={outcome?.errors} today={today} />
      <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <LoadingWaves />}
        {isBusy ? "Aguarde..." : "Compartilhar lista"}
      </button>
    </fetcher.Form>
  );
}
