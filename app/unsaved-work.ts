import {
  countWaitingNights,
  queueNights,
  sendWaitingNights,
} from "./owner/calendar/saving/waiting-nights.ts";
import { showDialogNotice } from "./ui/feedback/dialog-notice.ts";
import { dropOldForms, dropPrivate } from "./ui/forms/private-storage.ts";
import { countOf } from "./ui/words.ts";

export { queueNights };

export function careForUnsaved(): void {
  dropOldForms();
  sendWaitingNights();
}

/** Logs out. Asks first if something would be lost, and takes everything private out of the browser. */
export function leave(form: HTMLFormElement): void {
  const nights = countWaitingNights();
  const logOut = () => {
    dropPrivate();
    form.submit();
  };
  if (nights === 0) logOut();
  else
    showDialogNotice({
      label: "Sair",
      text: `Neste aparelho há ${countOf(nights, "dia")} do calendário por salvar. Ao sair, isso some daqui.`,
      close: "Ficar",
      choice: { text: "Sair mesmo assim", choose: logOut },
    });
}
