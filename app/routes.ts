import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** In the specification's order (spec §2). */
export default [
  index("search/routes/home.tsx"),
  route("search", "search/routes/search.tsx"),
  route("posts/:id", "listings/routes/listing.tsx"),
  route("posts/:id/denunciar", "reports/routes/report.tsx"),
  route("guardados", "favorites/routes/saved.tsx"),
  route("lista/nova", "favorites/routes/new-list.tsx"),
  route("lista/:codigo", "favorites/routes/list.tsx"),
  route("calendarios/:arquivo", "owner-calendar/routes/calendar-file.ts"),

  layout("accounts/routes/logged-in.tsx", [
    route("posts/create", "editor/routes/create.tsx"),
    route("posts/create/rascunho", "editor/routes/draft.ts"),
    route("posts/edit/:id", "editor/routes/edit.tsx"),
    route("posts/:id/calendario", "owner-calendar/routes/calendar.tsx"),
    route("posts/:id/calendario/noites", "owner-calendar/routes/nights.ts"),
    route("dashboard", "dashboard/routes/dashboard.tsx"),
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
  route("calendario-em-dia/:token", "owner-calendar/routes/confirm.tsx"),
  route("sem-lembretes/:token", "owner-calendar/routes/unsubscribe.tsx"),
  route("sem-numeros/:token", "visits/routes/no-numbers.tsx"),
  route("logout", "accounts/routes/logout.tsx"),

  layout("operation/routes/staff-only.tsx", [
    route("operador/senha", "operation/routes/password.tsx"),
    route("operador/fator", "operation/routes/factor.tsx"),
    layout("operation/routes/panel.tsx", [
      route("operador", "operation/routes/today.tsx"),
      route("operador/anunciantes", "operation/routes/advertisers.tsx"),
      route("operador/anuncios", "operation/routes/listings.tsx"),
      route("operador/denuncias", "operation/routes/reports.tsx"),
      route("operador/mensagens", "operation/routes/messages.tsx"),
      route("operador/emails", "operation/routes/emails.tsx"),
      route("operador/velocidade", "operation/routes/speed.tsx"),
      route("operador/registro", "operation/routes/log.tsx"),
    ]),
  ]),

  route("plans", "pages/routes/plans.tsx"),
  route("comofunciona", "pages/routes/how-it-works.tsx"),
  route("anuncio-conferido", "pages/routes/checked-listing.tsx"),
  route("contato", "contact/routes/contact.tsx"),
  route("about", "pages/routes/about.tsx"),

  route("roteiros", "pages/routes/coming.tsx", { id: "roteiros" }),
  route("passeios-lancha", "pages/routes/coming.tsx", { id: "passeios-lancha" }),
  route("passeio-4x4", "pages/routes/coming.tsx", { id: "passeio-4x4" }),
  route("restaurantes", "pages/routes/coming.tsx", { id: "restaurantes" }),
  route("servicos-mecanica", "pages/routes/coming.tsx", { id: "servicos-mecanica" }),

  route("onde-visitar", "tourism/routes/places.tsx"),
  route("detalhes/:id", "tourism/routes/place.tsx"),
  route("alugar/:lugar", "landing/routes/location.tsx"),
  route("alugar/:lugar/:recorte", "landing/routes/selection.tsx"),
  route("blog", "tourism/routes/blog.tsx"),
  route("blog/:slug", "tourism/routes/article.tsx"),
  route("termos-e-condicoes", "pages/routes/terms.tsx"),

  route("medidas", "vitals/routes/vitals.ts"),
  route("adiantar.json", "pages/routes/speculation-rules.ts"),

  route("*", "pages/routes/lost.tsx"),
] satisfies RouteConfig;
