import { sql } from "drizzle-orm";
import { createUser, type TestSite } from "./site.ts";

/**
 * Cheap ads are rare and old, as after years of rising prices, the hardest case for newest first.
 */
const priceOfNth = sql`case
  when n % 50 = 0 then null
  when n <= 5 then '1'
  when n % 7 = 0 then (200 + n / 40)::text || '.50'
  else (50 + n / 40)::text
end`;

/** Creates listings for one new advertiser and returns the uid. */
export async function addManyListings(site: Pick<TestSite, "db">, count: number): Promise<string> {
  const { uid } = await createUser(site);
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", "valorDiaria", telefone, localizacao, "createdBy", "createdAt")
    select ${uid}, 'Rancho ' || n, 'Na beira.', '100', ${priceOfNth}, '37900010264',
      (array['Turvo', 'Dique', 'Funil', 'Piumhi', 'Escarpas do Lago'])[1 + n % 5], 'Maria',
      -- Now and then several of one instant, distinguished by their ids.
      timestamptz '2026-01-01' + (n - n % 3) * interval '1 second'
    from generate_series(1, ${count}) n`);
  return uid;
}
