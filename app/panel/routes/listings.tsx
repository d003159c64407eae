import { today } from "../../calendar/civil-date.ts";
import { photoStoreContext } from "../../photos/store.server.ts";
import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageAddress, privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { adFilters, readAdFilter } from "../listings/ad-filters.ts";
import { AdTable } from "../listings/ad-table.tsx";
import { listAds } from "../listings/listed-ads.server.ts";
import {
  checkListing,
  pauseListing,
  removeListing,
  resumeListing,
  uncheckListing,
} from "../listings/listing-commands.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { SearchTools } from "../search-tools.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/listings.ts";

const path = "/operador/anuncios";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const query = {
    q: searchParams.get("q") || null,
    mostrar: readAdFilter(searchParams.get("mostrar")),
    depois: searchParams.get("depois"),
  };
  const day = today();
  const { rows, next } = await listAds(
    context.get(siteContext).db,
    { q: query.q, show: query.mostrar, after: query.depois },
    day,
  );
  // Opens the only result of a search.
  const only = query.q && rows.length === 1 && !query.depois ? rows[0]?.id : undefined;
  return { rows, next, query, day, opened: searchParams.get("aberto") ?? only ?? null };
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
  const { rows, next, query, day, opened } = loaderData;
  const { depois: _, ...search } = query;
  return (
    <>
      <PanelHead title="Anúncios" />
      <SearchTools
        placeholder="Título, endereço da página, telefone ou dono"
        q={query.q}
        selects={[
          {
            name: "mostrar",
            label: "Mostrar",
            all: "Todos",
            options: adFilters,
            value: query.mostrar,
          },
        ]}
      />
      {rows.length > 0 ? (
        <AdTable
          ads={rows}
          opened={opened}
          today={day}
          addressOf={(id) => pageAddress(path, { ...query, aberto: id ?? "nenhum" })}
          outcome={actionData}
        />
      ) : (
        <p className="soft">Nenhum anúncio assim por aqui.</p>
      )}
      <NextPage to={next && pageAddress(path, { ...search, depois: next })} />
    </>
  );
}
