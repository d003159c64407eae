import { Form } from "react-router";
import { staleAfterDays } from "../../listings/freshness.ts";
import styles from "./owner-calendar.module.css";

export function Reminders({ areOff }: { areOff: boolean }) {
  return (
    <Form method="post" preventScrollReset className={`${styles.reminders} small soft`}>
      <input type="hidden" name="intent" value="lembretes" />
      <p role="status">
        {areOff
          ? "Os lembretes por e-mail deste calendário estão desligados."
          : `Sem confirmação por ${staleAfterDays} dias, lembramos você por e-mail, no máximo uma vez por mês.`}
      </p>
      <button
        type="submit"
        name="lembretes"
        value={areOff ? "ligar" : "desligar"}
        className={`${styles.remindersButton} link`}
      >
        {areOff ? "Voltar a receber lembretes" : "Não receber lembretes"}
      </button>
    </Form>
  );
}
