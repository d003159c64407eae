import { sendWaitingVotes } from "./lists/page/waiting-votes.ts";
import {
  countWaitingNights,
  queueNights,
  sendWaitingNights,
} from "./owner/calendar/saving/waiting-nights.ts";
import { showDialogNotice } from "./ui/feedback/dialog-notice.ts";
import {
  countDrafts,
  dropDrafts,
  dropOldDrafts,
  listWaitingAnswers,
} from "./ui/forms/form-drafts.ts";
import { enumerate } from "./ui/words.ts";

export { queueNights };

export function careForUnsaved(): void {
  dropOldDrafts();
  sendWaitingNights();
  sendWaitingVotes();
  if (countAnswers() > 0) {
    import("./questions/inbox/waiting-answers.ts")
      .then((waiting) => waiting.sendWaitingAnswers())
      .catch(() => {});
  }
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

function countAnswers(): number {
  return listWaitingAnswers().reduce((sum, { count }) => sum + count, 0);
}

function listUnsaved(): string[] {
  const [drafts, nights, answers] = [countDrafts(), countWaitingNights(), countAnswers()];
  return [
    drafts > 0 && (drafts === 1 ? "um anúncio sem terminar" : `${drafts} anúncios sem terminar`),
    nights > 0 &&
      (nights === 1
        ? "um dia do calendário por salvar"
        : `${nights} dias do calendário por salvar`),
    answers > 0 && (answers === 1 ? "uma resposta por enviar" : `${answers} respostas por enviar`),
  ].filter((text) => typeof text === "string");
}
