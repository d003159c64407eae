import { redirect } from "react-router";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import type { Route } from "./+types/logged-out.ts";

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (currentUser(context)) throw redirect("/");
  },
];
