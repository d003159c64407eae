import { setTimeout as delay } from "node:timers/promises";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { askAt, register } from "../testing/advertiser.ts";
import { type Environment, newestAd, query } from "./environment.ts";
import { percentile } from "./figures.ts";
import type { Plan } from "./plan.ts";
import type { Server } from "./servers.ts";
import type { Table } from "./table.ts";

const editsPerRound = 10;

/** Measures edits with the page cache, and its pages in it. */
export async function measureEditing(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const rows: Table["rows"] = [];
  for (const ads of sizes) {
    const site = await environment.site(ads);
    const cookie = await register(askAt(site.url));
    const advertiser = await adoptNewestAd(environment, ads);
    const edits: number[] = [];
    const searches: number[] = [];
    const nights: number[] = [];
    for (let n = 0; n < rounds * editsPerRound; n++) {
      const title = `Rancho Mudado ${n} ${Date.now()}`;
      edits.push(await timeEdit(site, cookie, advertiser, title, `/posts/${advertiser.id}`));
      searches.push(await timeEdit(site, cookie, advertiser, `${title} outra vez`, "/"));
      nights.push(await timeNight(site, cookie, advertiser.id, n));
    }
    await site.stop();
    const figures = [edits, searches, nights].flatMap((all) => [
      percentile(all, 0.5),
      percentile(all, 0.95),
    ]);
    rows.push([ads, ...figures]);
  }
  return [
    {
      title: "Editing",
      note: "From sending the form until visitors see the change on the ad's page, or on the home page; and from tapping a night in the owner's calendar until it is saved. In ms.",
      columns: [
        ...["ads", "ad, p50", "ad, p95", "home, p50", "home, p95"],
        ...["night, p50", "night, p95"],
      ],
      rows,
    },
  ];
}

interface OwnAd {
  id: string;
  photos: string[];
}

/** Gives the newest ad to the newest advertiser. */
async function adoptNewestAd(environment: Environment, ads: number): Promise<OwnAd> {
  const { url } = await environment.database(ads);
  const id = (await newestAd(environment, ads)).replace("/posts/", "");
  const owner = `(select id from users order by "createdAt" desc limit 1)`;
  await query(url, `update posts set uid = ${owner} where id = '${id}'`);
  const photos = await query(
    url,
    `update photos set uid = ${owner} where "postId" = '${id}' returning id, position`,
  );
  photos.sort((one, other) => Number(one.position) - Number(other.position));
  return { id, photos: photos.map((photo) => String(photo.id)) };
}

async function timeEdit(
  site: Server,
  cookie: string,
  { id, photos }: OwnAd,
  title: string,
  page: string,
): Promise<number> {
  const path = `${site.url}/posts/edit/${id}`;
  const form = await (await fetch(path, { headers: { Cookie: cookie } })).text();
  const versao = /name="versao" value="(\d+)"/.exec(form)?.[1] ?? "";
  await readPage(site, page);
  const body = new URLSearchParams({
    ...{ title, versao, body: "Texto do anúncio.", valorFds: "900" },
    ...{ telefone: "37900010264", whatsapp: "on", localizacao: "Turvo" },
  });
  for (const photo of photos) body.append("foto", photo);
  const start = performance.now();
  const saved = await send(path, cookie, body);
  if (saved.status !== 302) throw new Error(`the edit answered ${saved.status}`);
  while (!(await readPage(site, page)).includes(title)) {
    if (performance.now() - start > 30_000) throw new Error(`${page} never showed the change`);
    await delay(1);
  }
  return performance.now() - start;
}

async function timeNight(site: Server, cookie: string, id: string, nth: number): Promise<number> {
  const night = addDays(today(), 100 + nth);
  const body = new URLSearchParams({ marcar: night, liberar: "" });
  const start = performance.now();
  const answer = await send(`${site.url}/posts/${id}/calendario/noites`, cookie, body);
  const { nights } = await answer.json();
  if (!nights?.includes(night)) throw new Error(`the night was not saved: ${answer.status}`);
  return performance.now() - start;
}

function send(url: string, cookie: string, body: URLSearchParams): Promise<Response> {
  const init: RequestInit = { method: "POST", headers: { Cookie: cookie }, body };
  return fetch(url, { ...init, redirect: "manual" });
}

async function readPage(site: Server, path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}
