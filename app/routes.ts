import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every URL, in the specification's order (spec §2). */
export default [
  index("search/routes/home.tsx"),
  route("search", "search/routes/search.tsx"),
  route("posts/:id", "listings/routes/listing.tsx"),

  layout("accounts/routes/logged-in.tsx", [route("posts/create", "listings/routes/create.tsx")]),
  layout("accounts/routes/logged-out.tsx", [
    route("login", "accounts/routes/login.tsx"),
    route("register", "accounts/routes/register.tsx"),
  ]),
  route("logout", "accounts/routes/logout.tsx"),
] satisfies RouteConfig;
