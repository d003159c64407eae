import {
  countWaitingNights,
  queueNights,
  sendWaitingNights,
} from "./owner/calendar/saving/waiting-nights.ts";
import { showDialogNotice } from "./ui/feedback/dialog-notice.ts";
import { countDrafts, dropDrafts, dropOldDrafts } from "./ui/forms/form-drafts.ts";
import { enumerate } from "./ui/words.ts";

export { queueNights };

export function careForUnsaved(): void {
  dropOldDrafts();
  sendWaitingNights();
}

/** Logs out. Asks first if something would be lost, and takes everything private out of the browser. */
export function leave(form: HTMLFormElement): void {
  const unsaved = listUnsaved();
  const logOut = () => {
    dropDrafts("all");
    form.submit();
  };
  if (unsaved.length === 0) logOut();
  else
    showDialogNotice({
      label: "Sair",
      text: `Neste aparelho há ${enumerate(unsaved)}. Ao sair, isso some daqui.`,
      close: "Ficar",
      choice: { text: "Sair mesmo assim", choose: logOut },
    });
}

function listUnsaved(): string[] {
  const [drafts, nights] = [countDrafts(), countWaitingNights()];
  return [
    drafts > 0 && (drafts === 1 ? "um anúncio sem terminar" : `${drafts} anúncios sem terminar`),
    nights > 0 &&
      (nights === 1
        ? "um dia do calendário por salvar"
        : `${nights} dias do calendário por salvar`),
  ].filter((text) => typeof text === "string");
}
