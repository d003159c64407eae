import { redirect } from "react-router";
import { logOut } from "../auth.server.ts";
import type { Route } from "./+types/logout";

export async function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  const headers = await logOut(context);
  // The browser's own copies of pages; what scripts keep goes in app/ui/forms/form-drafts.ts.
  headers.set("Clear-Site-Data", '"cache"');
  return redirect("/", { headers });
}
