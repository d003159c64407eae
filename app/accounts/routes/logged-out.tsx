import { Outlet, redirect } from "react-router";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/logged-out.ts";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (currentUser(context)) throw redirect("/");
  },
];

/** Without a loader the middleware would not run on client-side navigations. */
export function loader() {
  return null;
}

export default function LoggedOut() {
  return <Outlet />;
}
