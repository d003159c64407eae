import { expect, test } from "vitest";
import { listingForm, post } from "../../../testing/advertiser.ts";
import { makeJpeg } from "../../../testing/pictures.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { createListing } from "./publishing.server.ts";

const sharedSite = shareTestSite();

const jpeg = await makeJpeg(60, 40);

type Who = "visitor" | "stranger" | "owner";
const everybody: Who[] = ["visitor", "stranger", "owner"];
const matrix: [what: string, answers: Record<Who, string>][] = [
  ["open the create form", { visitor: "302 /login", stranger: "200", owner: "200" }],
  ["publish", { visitor: "302 /login", stranger: "302 /", owner: "302 /" }],
  ["open the edit form", { visitor: "302 /login", stranger: "404", owner: "200" }],
  ["save an edit", { visitor: "302 /login", stranger: "404", owner: "302 /" }],
  ["delete", { visitor: "302 /login", stranger: "404", owner: "302 /dashboard" }],
  ["publish with the owner's photo", { visitor: "302 /login", stranger: "400", owner: "302 /" }],
];

test.each(matrix)("who may %s: %j", async (what, expected) => {
  const site = sharedSite();
  const owner = await signIn(site, { postsPermitidos: 5 });
  const stranger = await signIn(site, { postsPermitidos: 5 });
  const cookies = { visitor: "", stranger: stranger.cookie, owner: owner.cookie };
  const photo = await createWaitingPhoto(site, owner.user.uid);
  const published = await createListing(site.db, owner.user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const waiting = await createWaitingPhoto(site, owner.user.uid);
  const edit = `/posts/edit/${published.id}`;
  const form = (...photoIds: string[]) => {
    const data = listingForm({ versao: "1" }, photoIds.length > 0 ? [] : [jpeg]);
    for (const id of photoIds) data.append("foto", id);
    return data;
  };
  const deletion = { intent: "excluir", id: published.id, confirmado: "sim" };
  const requests: Record<string, [path: string, form?: FormData | Record<string, string>]> = {
    "open the create form": ["/posts/create"],
    publish: ["/posts/create", form()],
    "open the edit form": [edit],
    "save an edit": [edit, form(photo)],
    delete: ["/dashboard", deletion],
    "publish with the owner's photo": ["/posts/create", form(waiting)],
  };
  const [path, sent] = requests[what] ?? [""];

  for (const who of everybody) {
    const before = await site.rows();
    const init = sent ? post(sent, cookies[who]) : { headers: { Cookie: cookies[who] } };
    const answer = await site.app.request(path, init);
    const { status, headers } = answer;
    const outcome = status === 302 ? `302 ${headers.get("Location")}` : String(status);
    expect(outcome, who).toBe(expected[who]);
    if (!["200", "302 /", "302 /dashboard"].includes(outcome))
      expect(await site.rows(), who).toEqual(before);
  }
});
