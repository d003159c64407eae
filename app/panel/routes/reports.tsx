import { today } from "../../calendar/civil-date.ts";
import { photoStoreContext } from "../../photos/store.server.ts";
import { listLookalikes } from "../../reports/lookalikes.server.ts";
import { listOpenReports } from "../../reports/reports.server.ts";
import { answerForms, type SentForm } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { pauseListing, removeListing } from "../listings/listing-commands.server.ts";
import { PanelHead } from "../panel.tsx";
import { archiveReports } from "../reports/archive-reports.server.ts";
import { CopiedPhotoList } from "../reports/copied-photo-list.tsx";
import { dismissCopies, listCopiedAds } from "../reports/copied-photos.server.ts";
import { LookalikeList } from "../reports/lookalike-list.tsx";
import { ReportedListingCase } from "../reports/reported-listing.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/reports.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const [reported, lookalikes, copied] = await Promise.all([
    listOpenReports(db),
    listLookalikes(db),
    listCopiedAds(db),
  ]);
  return { reported, lookalikes, copied, today: today() };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db, mailedSiteUrl } = context.get(siteContext);
  const site = { db, mailedSiteUrl, photoStore: context.get(photoStoreContext) };
  const verdictOf = ({ text }: SentForm) => ({
    motivo: text("motivo"),
    seen: text("vistas").split(" "),
  });
  return answerForms(args, {
    pausar(form) {
      const paused = pauseListing(site, user, form.text("id"), verdictOf(form));
      return noted(paused, url, "Anúncio em pausa. O e-mail já está a caminho.");
    },
    remover(form) {
      const removed = removeListing(site, user, form.text("id"), verdictOf(form));
      return noted(removed, url, "Anúncio removido. O e-mail já está a caminho.");
    },
    arquivar(form) {
      const archived = archiveReports(db, user, form.text("id"), verdictOf(form));
      return noted(archived, url, "Denúncias arquivadas.");
    },
    dispensar(form) {
      const dismissed = dismissCopies(db, user, form.text("vistas").split(" "));
      return noted(dismissed, url, "Certo: estas fotos não voltam à lista.");
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Denúncias");
}

export default function ReportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { reported, lookalikes, copied, today } = loaderData;
  return (
    <>
      <PanelHead title="Denúncias" />
      {reported.length === 0 && (
        <p className="soft">
          Nenhuma denúncia à espera. As novas aparecem aqui e chegam por e-mail.
        </p>
      )}
      {reported.map((one) => (
        <ReportedListingCase key={one.postId} reported={one} outcome={actionData} today={today} />
      ))}
      {copied.length > 0 && (
        <section>
          <h2 id="fotos">A mesma foto em anúncios de donos diferentes</h2>
          <p className="small soft">
            À esquerda, a que foi enviada primeiro. Pode haver um bom motivo, como um casal com duas
            contas. Vale conferir de quem é a casa.
          </p>
          <CopiedPhotoList copied={copied} outcome={actionData} />
        </section>
      )}
      {lookalikes.length > 0 && (
        <section>
          <h2 id="telefones">O mesmo telefone em anúncios de donos diferentes</h2>
          <p className="small soft">
            Pode haver um bom motivo, como um casal com duas contas. Vale conferir.
          </p>
          <LookalikeList lookalikes={lookalikes} />
        </section>
      )}
    </>
  );
}
