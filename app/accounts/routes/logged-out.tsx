import { Outlet, redirect } from "react-router";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/logged-out";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (currentUser(context)) throw redirect("/");
  },
];

/** Without a loader the middleware would not run when script navigates within the area. */
export function loader() {
  return null;
}

/** Login and register: who is logged in is sent home (spec §2). */
export default function LoggedOut() {
  return <Outlet />;
}
