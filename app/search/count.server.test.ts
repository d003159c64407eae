import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { openTestSite } from "../../testing/site.ts";

test("a form that isn't sent yet learns how many houses it would find", async () => {
  const site = await openTestSite();
  await publish(site, { wifi: true, pier: true, QuantidadeTotalQuartos: 4 });
  await publish(site, { wifi: true, QuantidadeTotalQuartos: 2 });
  await publish(site, { pier: true, QuantidadeTotalQuartos: 1 });
  const count = async (query: string) =>
    (await site.app.request(`/search/quantas?${query}`)).json();
  expect(await count("")).toEqual({ total: 3 });
  expect(await count("wifi=1")).toEqual({ total: 2 });
  expect(await count("wifi=1&pier=1")).toEqual({ total: 1 });
  expect(await count("quartos=3")).toEqual({ total: 1 });
  expect(await count("quartos=muitos&wifi=1")).toEqual({ total: 2 });
});
