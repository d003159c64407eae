import { today } from "../../domain/calendar/civil-date.ts";
import fieldStyles from "../../platform/ui/forms/field.module.css";
import { Field, SelectFrame } from "../../platform/ui/forms/field.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import {
  blockAdvertiser,
  saveNotes,
  sellPlan,
  unblockAdvertiser,
} from "../advertisers/advertiser-commands.server.ts";
import { AdvertiserRecord } from "../advertisers/advertiser-record.tsx";
import { listAdsOf, listAdvertisers } from "../advertisers/advertisers.server.ts";
import { describePlan } from "../advertisers/describe-plan.ts";
import { noted } from "../answer-panel.server.ts";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { SearchForm } from "../panel-search.tsx";
import { RowList } from "../row-list.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/advertisers-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const q = url.searchParams.get("q") ?? "";
  const mostrar = url.searchParams.get("mostrar") ?? "";
  const { rows, next } = await listNewest(url, (limit) => listAdvertisers(db, q, limit, mostrar));
  // The only result of a search is shown whole.
  const only = q && rows.length === 1 ? rows[0] : undefined;
  const record = only && { advertiser: only, ads: await listAdsOf(db, only.id) };
  return { q, mostrar, rows, next, record, today: today() };
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
  const { q, mostrar, rows, next, record, today } = loaderData;
  return (
    <>
      <PanelHead title="Anunciantes" />
      <SearchForm
        placeholder="Nome, e-mail ou telefone"
        q={record ? record.advertiser.email : q}
        all="Todos os anunciantes"
      >
        <Field name="mostrar" label="Mostrar">
          {(control) => (
            <SelectFrame>
              <select {...control} className={fieldStyles.input} defaultValue={mostrar}>
                <option value="">todos</option>
                <option value="bloqueados">bloqueados</option>
                <option value="sem-confirmar">sem e-mail confirmado</option>
                <option value="parados">com calendário parado</option>
              </select>
            </SelectFrame>
          )}
        </Field>
      </SearchForm>
      {rows.length === 0 && <p className="soft">Ninguém assim por aqui.</p>}
      {record ? (
        <AdvertiserRecord {...record} outcome={actionData} today={today} />
      ) : (
        <RowList
          label="Anunciantes"
          rows={rows.map((advertiser) => ({
            to: `/operador/anunciantes?q=${advertiser.id}`,
            name: advertiser.displayName,
            detail: advertiser.email,
            state: advertiser.blockedAt ? "Bloqueada" : describePlan(advertiser, today),
          }))}
        />
      )}
      <NextPage to={next} />
    </>
  );
}
