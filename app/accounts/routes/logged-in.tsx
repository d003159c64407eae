import { Outlet } from "react-router";
import type { PageHandle } from "../../delivery/public-page.ts";
import { redirectToLogin } from "../return-path.server.ts";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/logged-in.ts";

export const handle: PageHandle = { isGuarded: true };

export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }, next) => {
    if (!currentUser(context)) throw await redirectToLogin(url);
    return next();
  },
];

/** Without a loader the middleware would not run on client-side navigations. */
export function loader() {
  return null;
}

export default function LoggedIn() {
  return <Outlet />;
}
