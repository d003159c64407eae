import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Routes in the specification's order (spec §2). */
export default [
  index("search/routes/home.tsx"),
  route("search", "search/routes/search.tsx"),
  route("search/quantas", "search/routes/count.ts"),
  route("search/desenho", "search/routes/drawing.ts"),
  route("posts/:id", "listing-page/routes/listing.tsx"),
  route("posts/:id/codigo.svg", "listing-page/routes/code.ts"),
  route("posts/:id/denunciar", "reports/routes/report.tsx"),
  route("avisos/novo", "alerts/routes/new-alert.tsx"),
  route("avisos/apagado", "alerts/routes/erased.tsx"),
  route("avisos/:codigo", "alerts/routes/alert.tsx"),
  route("guardados", "lists/routes/saved.tsx"),
  route("lista/nova", "lists/routes/new-list.tsx"),
  route("lista/:codigo", "lists/routes/list.tsx"),
  route("lista/:codigo/votos", "lists/routes/list-votes.ts"),
  route("calendarios/:arquivo", "feeds/routes/calendar-file.ts"),

  layout("accounts/routes/logged-in.tsx", [
    route("posts/create", "owner/editor/routes/create.tsx"),
    route("posts/create/rascunho", "owner/editor/routes/draft.ts"),
    route("posts/edit/:id", "owner/editor/routes/edit.tsx"),
    route("posts/:id/calendario", "owner/calendar/routes/calendar.tsx"),
    route("posts/:id/calendario/noites", "owner/calendar/routes/nights.ts"),
    route("dashboard", "owner/dashboard/routes/dashboard.tsx"),
    route("minha-conta", "accounts/routes/account.tsx"),
    route("minha-conta/dados", "privacy/routes/data-download.ts"),
    route("minha-conta/excluir", "privacy/routes/delete-account.tsx"),
  ]),
  layout("accounts/routes/logged-out.tsx", [
    route("login", "accounts/routes/login.tsx"),
    route("register", "accounts/routes/register.tsx"),
  ]),
  route("chaves-de-acesso", "accounts/routes/passkey-offer.ts"),
  route("nova-senha/:token", "accounts/routes/new-password.tsx"),
  route("confirmar-email/:token", "accounts/routes/confirm-email.tsx"),
  route("novo-email/:token", "accounts/routes/new-email.tsx"),
  route("calendario-em-dia/:token", "owner/calendar/routes/confirm.tsx"),
  route("sem-lembretes/:token", "owner/calendar/routes/unsubscribe.tsx"),
  route("sem-numeros/:token", "visits/routes/no-numbers.tsx"),
  route("logout", "accounts/routes/logout.tsx"),

  layout("panel/routes/staff-only.tsx", [
    route("operador/senha", "panel/routes/password.tsx"),
    route("operador/fator", "panel/routes/factor.tsx"),
    layout("panel/routes/panel.tsx", [
      route("operador", "panel/routes/today.tsx"),
      route("operador/anunciantes", "panel/routes/advertisers.tsx"),
      route("operador/anuncios", "panel/routes/listings.tsx"),
      route("operador/denuncias", "panel/routes/reports.tsx"),
      route("operador/mensagens", "panel/routes/messages.tsx"),
      route("operador/emails", "panel/routes/emails.tsx"),
      route("operador/velocidade", "panel/routes/speed.tsx"),
      route("operador/registro", "panel/routes/log.tsx"),
    ]),
  ]),

  route("plans", "pages/routes/plans.tsx"),
  route("comofunciona", "pages/routes/how-it-works.tsx"),
  route("anuncio-conferido", "pages/routes/checked-listing.tsx"),
  route("contato", "pages/contact/routes/contact.tsx"),
  route("about", "pages/routes/about.tsx"),

  route("roteiros", "pages/routes/coming.tsx", { id: "roteiros" }),
  route("passeios-lancha", "pages/routes/coming.tsx", { id: "passeios-lancha" }),
  route("passeio-4x4", "pages/routes/coming.tsx", { id: "passeio-4x4" }),
  route("restaurantes", "pages/routes/coming.tsx", { id: "restaurantes" }),
  route("servicos-mecanica", "pages/routes/coming.tsx", { id: "servicos-mecanica" }),

  route("onde-visitar", "places/spots/routes/places.tsx"),
  route("detalhes/:id", "places/spots/routes/place.tsx"),
  route("alugar/:lugar", "places/landing/routes/location.tsx"),
  route("alugar/:lugar/:recorte", "places/landing/routes/selection.tsx"),
  route("blog", "places/blog/routes/blog.tsx"),
  route("blog/:slug", "places/blog/routes/article.tsx"),
  route("termos-e-condicoes", "pages/routes/terms.tsx"),

  route("medidas", "vitals/routes/vitals.ts"),
  route("adiantar.json", "pages/routes/speculation-rules.ts"),

  route("*", "pages/routes/lost.tsx"),
] satisfies RouteConfig;
