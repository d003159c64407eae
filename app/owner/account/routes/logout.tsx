import { redirect } from "react-router";
import { logOut } from "../../../domain/accounts/auth.server.ts";
import type { Route } from "./+types/logout";

export async function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  return redirect("/", { headers: await logOut(context) });
}
