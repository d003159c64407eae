import { today } from "../../domain/calendar/civil-date.ts";
import { photoStoreContext } from "../../domain/photos/store.server.ts";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { noted } from "../answer-panel.server.ts";
import { AdRecord } from "../listings/ad-record.tsx";
import { describeState } from "../listings/check-status.ts";
import { listAds } from "../listings/listed-ads.server.ts";
import {
  checkListing,
  pauseListing,
  removeListing,
  resumeListing,
  uncheckListing,
} from "../listings/listing-commands.server.ts";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { SearchForm } from "../panel-search.tsx";
import { RowList } from "../row-list.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/listings-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const q = url.searchParams.get("q") ?? "";
  return { q, today: today(), ...(await listNewest(url, (limit) => listAds(db, q, limit))) };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db, mailedSiteUrl } = context.get(siteContext);
  const site = { db, mailedSiteUrl, photoStore: context.get(photoStoreContext) };
  return answerForms(args, {
    pausar({ text }) {
      const paused = pauseListing(site, user, text("id"), { motivo: text("motivo") });
      return noted(paused, url, "Anúncio em pausa. O e-mail já está a caminho.");
    },
    voltar: ({ text }) =>
      noted(resumeListing(site, user, text("id")), url, "A sua pausa terminou."),
    remover({ text }) {
      const removed = removeListing(site, user, text("id"), { motivo: text("motivo") });
      return noted(removed, url, "Anúncio removido. O e-mail já está a caminho.");
    },
    conferir: ({ text }) =>
      noted(
        checkListing(site, user, text("id"), Number(text("versao"))),
        url,
        "Anúncio conferido hoje.",
      ),
    desconferir: ({ text }) =>
      noted(uncheckListing(site, user, text("id")), url, "O anúncio não está mais conferido."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Anúncios");
}

export default function ListingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { q, rows, next, today } = loaderData;
  // The only result of a search is shown whole.
  const only = q && rows.length === 1 ? rows[0] : undefined;
  return (
    <>
      <PanelHead title="Anúncios" />
      <SearchForm
        placeholder="Título, endereço da página, telefone ou dono"
        q={only ? only.title : q}
        all="Todos os anúncios"
      />
      {rows.length === 0 && <p className="soft">Nenhum anúncio assim por aqui.</p>}
      {only ? (
        <AdRecord ad={only} today={today} outcome={actionData} />
      ) : (
        <RowList
          label="Anúncios"
          rows={rows.map((ad) => ({
            to: `/operador/anuncios?q=${ad.id}`,
            name: ad.title,
            detail: `${ad.localizacao}, de ${ad.ownerName}`,
            state: describeState(ad, today),
          }))}
        />
      )}
      <NextPage to={next} />
    </>
  );
}
