import pg from "pg";
import { locationOptions } from "../app/domain/region/locations.ts";
import { jobs } from "../server/jobs.ts";

/** An id that looks random, but is computed from its number. */
const idOf = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`;

const batchSize = 50_000;

/** The 1 January after the next 28 December, from which searches.ts asks for dates. */
const newYear = "(date_trunc('year', current_date + 3) + interval '1 year')::date";

/** Advertisers of all plans, two per three listings. */
const users = `
  insert into users (id, "displayName", email, plano, "postsCriados", "postsPermitidos")
  select ${idOf("user", "n")},
    (array['Maria Aparecida Leite', 'João Batista Souza', 'Ana Cláudia Rezende', 'Zé do Porto'])[1 + n % 4],
    'anunciante' || n || '@example.com',
    case when n % 10 = 0 then 'nenhum' when n % 3 = 0 then 'profissional' else 'basico' end, 1, 2
  from generate_series($1::int, $2::int) n where n <= 1 + $3::int * 2 / 3`;

/** Prices rise over six years and cluster around R$ 400; one in fifty has no nightly price. */
const posts = `
  insert into posts (id, uid, title, body, "valorFds", "valorDiaria", telefone, whatsapp,
    localizacao, lazer, "aceitaPets", "quantidadeMaximaPessoas", "QuantidadeTotalQuartos",
    "QuantidadeTotalQuartosSuites", "maioresInformacoes", "observacoesTarifa",
    "enderecoCompleto", "beneficiosImovel", "createdBy", "createdAt")
  select ${idOf("post", "n")}, ${idOf("user", "(1 + n * 2 / 3)")},
    (array['Rancho', 'Casa', 'Chalé', 'Sítio', 'Pousada', 'Recanto'])[1 + n % 6] || ' ' ||
      (array['Beira d’Água', 'do Canyon', 'das Araras', 'Pôr do Sol', 'da Serra', 'Vista do Lago', 'dos Ipês'])[1 + n % 7]
      || ' ' || n,
    repeat('O gramado termina onde a água começa, e a varanda dá para o lago. Cabe a família toda. ', 2 + n % 6),
    (price * 3)::int::text, case when n % 50 = 0 then null else price::int::text end,
    '379' || lpad(n::text, 8, '0'), n % 5 > 0,
    (array[${locationOptions.map((name) => `'${name}'`)}])[1 + (random() ^ 1.5 * 10)::int % 10],
    case when n % 200 = 0 then array['Piscina', 'Sauna', 'Churrasqueira', 'Garagem', 'Sala de jogos']
      else (array['Piscina', 'Churrasqueira', 'Garagem', 'Sala de jogos'])[1 : 1 + n % 4] end,
    n % 3 = 0,
    4 + n % 20, 1 + n % 7, n % 4, 'Roupa de cama e toalhas à parte.', 'Feriados: pacote de três noites.',
    'Rua do Píer, ' || n % 900, 'Píer, caiaque e fogão a lenha.', 'Maria Aparecida Leite',
    timestamptz '2020-01-01' + age * interval '6 years'
  from (
    select n, age, case when random() < 0.001 then 1 + 20 * random()
      else greatest(30, 10 * round(exp(5.2 + age + 0.5 * random_normal())::numeric / 10)) end as price
    from generate_series($1::int, $2::int) n
    cross join lateral (select n::float8 / $3::int as age) when_published
  ) made`;

const photos = `
  insert into photos (id, uid, "postId", position, key, width, height, widths, color, cover)
  select photo, owner, ${idOf("post", "n")}, place,
    'imoveis/' || owner || '/images/0/' || photo || '-rancho', 3200, 2133, '{180,270,400,600,800,1200,1600,3200}',
    '#' || substr(md5(n::text), 1, 6), true
  from generate_series($1::int, $2::int) n
  cross join generate_series(0, 2) place
  cross join lateral (
    select ${idOf("photo", "n || '-' || place")} as photo, ${idOf("user", "(1 + n * 2 / 3)")} as owner
    where $3::int > 0
  ) named`;

/** Nights near the date; at the turn of the year, all but one listing in twenty are taken. */
const days = `
  insert into unavailable_days ("postId", day)
  select ${idOf("post", "n")}, current_date + (n % 60) + night
  from generate_series($1::int, $2::int) n cross join generate_series(0, 6) night
  where n % 10 = 0 and $3::int > 0
  union
  select ${idOf("post", "n")}, day::date
  from generate_series($1::int, $2::int) n
  cross join generate_series(${newYear} - 4, ${newYear}, interval '1 day') day
  where n % 20 > 0`;

/** Every fifth listing is dearer at the turn of the year, every fifteenth all summer too. */
const seasons = `
  insert into seasons (id, "postId", temporada, de, ate, "valorFds", "valorDiaria", "minimoNoites")
  select ${idOf("season", "n || name")}, ${idOf("post", "n")}, name, de, ate,
    (800 + n % 900)::text, (300 + n % 400)::text, 1 + n % 4
  from generate_series($1::int, $2::int) n
  cross join (values
    ('Réveillon', ${newYear} - 4, ${newYear} + 2),
    ('Verão', ${newYear} - 15, ${newYear} + 40)) season (name, de, ate)
  where n % 5 = 0 and (name = 'Réveillon' or n % 3 = 0) and $3::int > 0`;

/** Settings for a fast bulk load, reset afterwards. */
const bulkSettings = [
  "fsync = off",
  "full_page_writes = off",
  "autovacuum = off",
  "max_wal_size = '16GB'",
  "checkpoint_timeout = '1h'",
];

export async function fillDatabase(url: string, ads: number): Promise<void> {
  await withClient(url, async (client) => {
    for (const setting of bulkSettings) await client.query(`alter system set ${setting}`);
    await client.query("select pg_reload_conf()");
    // These photos have no files to make sizes or hashes from. Older versions lack the columns.
    const setDefaults = (sizesDue: string, differenceHash: string) => `do $$ begin
      alter table photos alter column "sizesDue" set default ${sizesDue};
      alter table photos alter column "differenceHash" set default ${differenceHash};
      exception when undefined_column then null; end $$`;
    await client.query(setDefaults("false", "0::bit(64)"));
    // Otherwise the site would remind every owner of an old calendar throughout the benchmark.
    await client.query(
      `insert into job_runs (job, "succeededAt") select unnest($1::text[]), now()
       on conflict (job) do update set "succeededAt" = now()`,
      [jobs.map(({ name }) => name)],
    );
    const indexes = await dropIndexes(client);
    await Promise.all([
      insert(url, [users, posts, days, seasons], ads),
      insert(url, [photos], ads),
    ]);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const definition of indexes) await client.query(definition);
    await client.query(setDefaults("true", "null"));
    await client.query("alter system reset all");
    await client.query("select pg_reload_conf()");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
}

async function insert(url: string, statements: string[], ads: number): Promise<void> {
  await withClient(url, async (client) => {
    // Skips foreign keys and notification triggers: the data is valid and nobody listens yet.
    await client.query("set session_replication_role = replica");
    await client.query("select setseed(0.5)");
    for (const statement of statements) {
      for (let from = 1; from <= ads; from += batchSize) {
        await client.query(statement, [from, Math.min(ads, from + batchSize - 1), ads]);
      }
    }
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Drops indexes that back no constraint; returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relname in ('users', 'posts', 'photos')
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
