import { data } from "react-router";
import { findAccount } from "../../accounts/account.server.ts";
import { requireUser } from "../../accounts/session.server.ts";
import { dbContext } from "../../db/client.server.ts";
import { photoStoreContext } from "../../photos/photos.server.ts";
import { Dashboard } from "../dashboard.tsx";
import { deleteListing, listOwnListings } from "../listings.server.ts";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const db = context.get(dbContext);
  const [account, listings] = await Promise.all([
    findAccount(db, user.uid),
    listOwnListings(db, user.uid),
  ]);
  return { account, listings };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const formData = await request.formData();
  const id = String(formData.get("id") ?? "");
  const store = context.get(photoStoreContext);
  const result = await deleteListing(context.get(dbContext), store, user.uid, id);
  if (result.ok) return { ok: true, messages: result.messages };
  const status = result.reason === "not-found" ? 404 : 503;
  return data({ ok: false, messages: [result.message] }, { status });
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Meus Anúncios · Mar de Minas" }, { name: "robots", content: "noindex" }];
}

export default function DashboardRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <Dashboard {...loaderData} outcome={actionData} />;
}
