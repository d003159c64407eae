import { today } from "../../calendar/civil-date.ts";
import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageAddress, privatePageMeta } from "../../ui/shell/page-meta.ts";
import {
  blockAdvertiser,
  saveNotes,
  sellPlan,
  unblockAdvertiser,
} from "../advertisers/advertiser-commands.server.ts";
import { advertiserFilters, readAdvertiserFilter } from "../advertisers/advertiser-filters.ts";
import { AdvertiserTable } from "../advertisers/advertiser-table.tsx";
import { findAdvertiserDetails, listAdvertisers } from "../advertisers/advertisers.server.ts";
import { noted } from "../answer.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { SearchTools } from "../search-tools.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/advertisers.ts";

const path = "/operador/anunciantes";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const { searchParams } = url;
  const query = {
    q: searchParams.get("q") || null,
    mostrar: readAdvertiserFilter(searchParams.get("mostrar")),
    depois: searchParams.get("depois"),
  };
  const { rows, next } = await listAdvertisers(db, {
    q: query.q,
    show: query.mostrar,
    after: query.depois,
  });
  // Opens the only result of a search.
  const only = query.q && rows.length === 1 && !query.depois ? rows[0] : undefined;
  const openId = searchParams.get("aberto");
  const found = openId === null ? only : rows.find(({ id }) => id === openId);
  const opened = found
    ? { id: found.id, details: await findAdvertiserDetails(db, found.id) }
    : null;
  return { rows, next, query, opened, today: today() };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const site = context.get(siteContext);
  const { db } = site;
  return answerForms(args, {
    plano({ text }) {
      const [plano, por, ate, motivo] = [text("plano"), text("por"), text("ate"), text("motivo")];
      const sold = sellPlan(site, user, text("id"), { plano, por, ate, motivo });
      return noted(sold, url, "Plano salvo.");
    },
    anotacoes: ({ text }) =>
      noted(saveNotes(db, user, text("id"), text("anotacoes")), url, "Anotações guardadas."),
    bloquear({ text }) {
      const blocked = blockAdvertiser(site, user, text("id"), text("motivo"));
      return noted(blocked, url, "Conta bloqueada. O e-mail já está a caminho.");
    },
    desbloquear({ text }) {
      const unblocked = unblockAdvertiser(site, user, text("id"), text("motivo"));
      return noted(unblocked, url, "Conta liberada. O e-mail já está a caminho.");
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Anunciantes");
}

export default function AdvertisersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, query, opened, today } = loaderData;
  const { depois: _, ...search } = query;
  return (
    <>
      <PanelHead title="Anunciantes" />
      <SearchTools
        placeholder="Nome, e-mail ou telefone"
        q={query.q}
        selects={[
          {
            name: "mostrar",
            label: "Mostrar",
            all: "Todos",
            options: advertiserFilters,
            value: query.mostrar,
          },
        ]}
      />
      {rows.length > 0 ? (
        <AdvertiserTable
          advertisers={rows}
          opened={opened}
          addressOf={(id) => pageAddress(path, { ...query, aberto: id ?? "nenhum" })}
          outcome={actionData}
          today={today}
        />
      ) : (
        <p className="soft">Ninguém assim por aqui.</p>
      )}
      <NextPage to={next && pageAddress(path, { ...search, depois: next })} />
    </>
  );
}
