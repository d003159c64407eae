import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { renders, see } from "../../../testing/caching-site.ts";
import { check, publishChecked } from "../../../testing/checks.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";

const site = shareTestSite();
const nomePix = "Wanderleia Quixabeira";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const pageOf = async (id: string) => textOf(await see(site(), `/posts/${id}`));

test("a checked ad says in whose name the Pix must be, and who talks if that is another", async () => {
  const plain = `O Pix deve estar em nome de ${nomePix}.`;
  for (const [fields, words] of [
    [{ nomePix }, plain],
    [{ nomePix: "" }, "Deve ser o de quem anuncia: Maria Aparecida Leite."],
    [{ nomeContato: "José", nomePix }, `${plain.slice(0, -1)}, mesmo que você fale com José.`],
    [{ nomeContato: "wanderleia", nomePix }, plain],
  ] as const) {
    const { id } = await publishChecked(site(), fields);
    expect(await pageOf(id)).toContain(`Confira o nome no Pix. ${words}`);
  }
});

test("the name is on a checked ad's own page alone, and never in an unchecked ad's data", async () => {
  const { id } = await publishChecked(site(), { nomePix });
  const lists = ["/", "/_root.data", "/search?q=99999"];
  const own = [`/posts/${id}`, `/posts/${id}.data`, `/posts/${id}?pessoas=2`];
  const expectHidden = async (addresses: string[]) => {
    for (const address of addresses) {
      const answer = await see(site(), address);
      expect(answer, address).toContain(id);
      expect(answer, address).not.toContain("Quixabeira");
    }
  };
  await expectHidden(lists);
  await site().db.update(posts).set({ checkedAt: null }).where(eq(posts.id, id));
  await expectHidden([...lists, ...own]);
  expect(await pageOf(id)).toContain(
    "Confira o nome no Pix. Peça o nome completo de quem recebe o Pix e confira com o de quem anuncia: Maria Aparecida Leite.",
  );
});

test("'Conferido' and the name go by the clock, on kept pages too, without any job", async () => {
  const { id } = await publishChecked(site(), { nomePix });
  await check(site(), id, new Date("2030-06-10T15:00:00Z"));
  // Day 364, a minute before midnight in the region.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-10T02:59:00Z") });
  const page = await pageOf(id);
  expect(page).toContain("Conferido pelo Mar de Minas em 06/2030");
  expect(page).toContain(nomePix);
  const before = renders(site());
  await pageOf(id);
  expect(renders(site())).toBe(before);

  vi.setSystemTime(new Date("2031-06-10T03:00:00Z"));
  expect(await pageOf(id)).not.toMatch(/Conferido|Quixabeira/);
});
