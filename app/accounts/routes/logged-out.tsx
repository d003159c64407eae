import { Outlet, redirect } from "react-router";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/logged-out.ts";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (currentUser(context)) throw redirect("/");
  },
];

/** A route without a loader would skip the middleware on client-side navigations. */
export function loader() {
  return null;
}

export default function LoggedOut() {
  return <Outlet />;
}
