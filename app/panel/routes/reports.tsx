import { today } from "../../calendar/civil-date.ts";
import { photoStoreContext } from "../../photos/store.server.ts";
import { listLookalikes } from "../../reports/lookalikes.server.ts";
import { listOpenReports } from "../../reports/reports.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { answerForm, unknownIntent } from "../answer.server.ts";
import { pauseListing, removeListing } from "../listings/listing-commands.server.ts";
import { PanelHead } from "../panel.tsx";
import { archiveReports } from "../reports/archive-reports.server.ts";
import { LookalikeList } from "../reports/lookalike-list.tsx";
import { ReportedListingCase } from "../reports/reported-listing.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/reports.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const [reported, lookalikes] = await Promise.all([listOpenReports(db), listLookalikes(db)]);
  return { reported, lookalikes, today: today() };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const user = requireStaff(context);
  const { db, mailedSiteUrl, log } = context.get(siteContext);
  const site = { db, mailedSiteUrl, photoStore: context.get(photoStoreContext) };
  const formData = await readForm(request);
  const field = (name: string) => String(formData.get(name) ?? "");
  const id = field("id");
  const seen = field("vistas").split(" ");
  switch (field("intent")) {
    case "pausar": {
      const result = await pauseListing(site, user, id, { motivo: field("motivo"), seen });
      return answerForm(result, formData, url, "Anúncio em pausa. O e-mail já está a caminho.");
    }
    case "remover": {
      const result = await removeListing(site, user, id, { motivo: field("motivo"), seen });
      if (!result.ok && "cause" in result) log.error({ err: result.cause }, "object store failed");
      return answerForm(result, formData, url, "Anúncio removido. O e-mail já está a caminho.");
    }
    case "arquivar": {
      const result = await archiveReports(db, user, id, { motivo: field("motivo"), seen });
      return answerForm(result, formData, url, "Denúncias arquivadas.");
    }
    default:
      throw unknownIntent();
  }
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Denúncias");
}

export default function ReportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { reported, lookalikes, today } = loaderData;
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
      {lookalikes.length > 0 && (
        <section>
          <h2 id="parecidos">Anúncios parecidos de donos diferentes</h2>
          <p className="small soft">
            Pode haver um bom motivo, como um casal com duas contas. Vale conferir.
          </p>
          <LookalikeList lookalikes={lookalikes} />
        </section>
      )}
    </>
  );
}
