import { photoStoreContext } from "../../photos/store.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageAddress, privatePageMeta } from "../../ui/shell/page-meta.ts";
import { answerForm, unknownIntent } from "../answer.server.ts";
import { adFilters, readAdFilter } from "../listings/ad-filters.ts";
import { AdTable } from "../listings/ad-table.tsx";
import { listAds } from "../listings/listed-ads.server.ts";
import {
  pauseListing,
  removeListing,
  resumeListing,
  setChecked,
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
  const { rows, next } = await listAds(context.get(siteContext).db, {
    q: query.q,
    show: query.mostrar,
    after: query.depois,
  });
  // Opens the only result of a search.
  const only = query.q && rows.length === 1 && !query.depois ? rows[0]?.id : undefined;
  return { rows, next, query, opened: searchParams.get("aberto") ?? only ?? null };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const user = requireStaff(context);
  const { db, mailedSiteUrl, log } = context.get(siteContext);
  const photoStore = context.get(photoStoreContext);
  const formData = await readForm(request);
  const field = (name: string) => String(formData.get(name) ?? "");
  const id = field("id");
  const site = { db, mailedSiteUrl, photoStore };
  switch (field("intent")) {
    case "pausar": {
      const result = await pauseListing(site, user, id, { motivo: field("motivo") });
      return answerForm(result, formData, url, "Anúncio em pausa. O e-mail já está a caminho.");
    }
    case "voltar": {
      const result = await resumeListing(site, user, id);
      return answerForm(result, formData, url, "A sua pausa terminou.");
    }
    case "remover": {
      const result = await removeListing(site, user, id, { motivo: field("motivo") });
      if (!result.ok && "cause" in result) log.error({ err: result.cause }, "object store failed");
      return answerForm(result, formData, url, "Anúncio removido. O e-mail já está a caminho.");
    }
    case "conferir":
    case "desconferir": {
      const isChecked = field("intent") === "conferir";
      const result = await setChecked(site, user, id, isChecked);
      const note = isChecked ? "Anúncio conferido hoje." : "O anúncio não está mais conferido.";
      return answerForm(result, formData, url, note);
    }
    default:
      throw unknownIntent();
  }
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Anúncios");
}

export default function ListingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, query, opened } = loaderData;
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
