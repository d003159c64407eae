import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { addMonths, monthName, monthOf } from "../../app/domain/calendar/month.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { takeParts, takeScreen, visit } from "./camera.mjs";

/** The pictures of the help, in an order in which none changes what another shows. */
export const helpPictures = {
  async cadastrar({ visitor: page }) {
    await visit(page, "/register");
    await page.getByLabel("Nome", { exact: true }).fill("Maria Aparecida Leite");
    await page.getByLabel("E-mail").fill("maria@exemplo.com.br");
    const main = page.getByRole("main");
    return takeParts(page, [
      main.getByRole("heading", { level: 1, name: "Cadastrar" }),
      main.getByLabel("Confirmar senha", { exact: true }),
    ]);
  },

  async fotos({ owner: page }) {
    await openEditor(page);
    return takeParts(page, [group(page, "Fotos")], { most: 620 });
  },

  async precos({ owner: page }) {
    await openEditor(page);
    return takeParts(page, [group(page, "Preços")]);
  },

  async lugar({ owner: page }) {
    await openEditor(page);
    await page.getByText("Mais detalhes", { exact: true }).click();
    await page.getByText("Endereço e mapa", { exact: true }).click();
    return takeParts(page, [
      page.getByRole("button", { name: "Estou na casa agora" }),
      page.locator("[data-drawing]"),
    ]);
  },

  async calendario({ owner: page }) {
    await openCalendar(page);
    return takeParts(page, [monthTable(page, nextMonth())]);
  },

  async periodo({ owner: page }) {
    await openCalendar(page);
    const month = addMonths(nextMonth(), 1);
    for (const day of ["09", "12"]) await page.locator(`[data-dia="${month}-${day}"]`).click();
    const bar = page
      .getByRole("button", { name: "Ocupado", exact: true })
      .locator("xpath=ancestor::form");
    await bar.waitFor();
    return takeScreen(page, monthTable(page, month), bar, 560);
  },

  async temporada({ owner: page }) {
    await openCalendar(page);
    const seasons = page.locator("details:has(> #temporadas)");
    await seasons.getByRole("heading").first().click();
    await seasons.getByRole("link", { name: /^Réveillon/ }).click();
    await page.waitForURL(/feriado=/);
    await seasons.getByLabel("Final de semana").fill("4800");
    await seasons.getByLabel("Cada noite").fill("1900");
    return takeParts(page, [
      seasons.getByText(/^Réveillon.*mudar$/),
      seasons.getByLabel("Cada noite"),
    ]);
  },

  async ligar({ owner: page }, { feedAddress }) {
    await openCalendar(page);
    const feeds = page.locator("details:has(> #calendarios)");
    const fold = feeds.getByRole("heading", { name: /^Airbnb, Booking e outros/ });
    await fold.click();
    await feeds.getByLabel("Endereço do calendário").fill(feedAddress);
    await feeds.getByRole("button", { name: "Conectar" }).click();
    await page.getByRole("status").getByText("Calendário conectado.").waitFor();
    // The notice of the connection goes.
    await openCalendar(page);
    await fold.click();
    // A calendar of Airbnb's gets this name; this one is on a server of this machine.
    const name = feeds.getByRole("heading", { name: "127.0.0.1" }).locator("span").last();
    await name.evaluate((element) => element.replaceChildren("Airbnb"));
    return takeParts(page, [fold, feeds.getByRole("button", { name: "Sincronizar agora" })]);
  },

  async responder({ owner: page }) {
    const { checkIn, checkOut } = freeStay();
    const ad = await findOwnAd(page);
    await visit(page, `/posts/${ad}?entrada=${checkIn}&saida=${checkOut}&pessoas=8`);
    const bar = page.getByRole("region", { name: "Seu anúncio" });
    await bar.getByRole("button", { name: "Marcar como ocupado" }).waitFor();
    return takeParts(page, [bar], { beyond: 150 });
  },

  async pergunta({ owner: page, visitor }) {
    const { checkIn, checkOut } = freeStay();
    await visit(
      visitor,
      `/posts/${await findOwnAd(page)}/perguntar?entrada=${checkIn}&saida=${checkOut}&pessoas=8`,
    );
    await visitor.locator("[name=nome]").fill("Ana Souza");
    await visitor.locator("[name=email]").fill("ana@exemplo.com.br");
    await visitor
      .locator("[name=mensagem]")
      .fill("Boa tarde! Aceita um cachorro pequeno? Chegamos na sexta à noite.");
    await visitor.getByRole("button", { name: "Enviar pergunta" }).click();
    await visitor.getByRole("heading", { name: "Pergunta enviada!" }).waitFor();
    await visit(page, "/perguntas");
    return takeParts(page, [page.getByRole("article", { name: "Ana Souza" })]);
  },

  async convite({ owner: page }) {
    await visit(page, `/posts/${await findOwnAd(page)}/depoimentos`);
    const invite = page.getByRole("region", { name: "Convide quem já ficou" });
    await invite.getByText("Outra estadia").click();
    await invite.getByLabel(/entrada/i).fill(addDays(today(), -20));
    await invite.getByLabel("Saída").fill(addDays(today(), -17));
    return takeParts(page, [
      invite.getByRole("heading", { name: "Convide quem já ficou" }),
      invite.getByRole("button", { name: "Gerar convite" }),
    ]);
  },

  async cartaz({ owner: page }) {
    await visit(page, `/posts/${await findOwnAd(page)}/cartaz`);
    return takeParts(page, [page.getByRole("article", { name: "Prévia do cartaz" })], {
      most: 720,
    });
  },

  async botoes({ owner: page }) {
    await visit(page, "/dashboard");
    return takeParts(page, [
      page.getByRole("heading", { level: 2, name: "Rancho Beira d’Água", exact: true }),
      page.getByRole("button", { name: "Excluir Rancho Beira d’Água" }),
    ]);
  },

  async pix({ owner: page }, { account, endPlan }) {
    endPlan(account.email, "profissional", addDays(today(), 24));
    await visit(page, "/plans/pix?plano=profissional&por=ano");
    await page.getByRole("button", { name: "Copiar código" }).waitFor();
    return takeParts(
      page,
      [
        page.getByRole("heading", { level: 1, name: "Pagar com Pix" }),
        page.getByRole("button", { name: "Copiar código" }),
      ],
      { most: 720 },
    );
  },

  async dados({ owner: page }) {
    await visit(page, "/minha-conta#seus-dados");
    return takeParts(page, [
      page.getByRole("heading", { name: "Baixar meus dados" }),
      page.getByRole("link", { name: "Excluir conta" }),
    ]);
  },
};

/** The README's pictures: the home page on a phone and on a desktop. */
export const readmePictures = {
  async "inicio-celular"({ visitor: page }) {
    await visit(page, "/");
    return takeTop(page);
  },

  async "inicio-computador"({ open }) {
    const page = await open({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
    await visit(page, "/");
    return takeTop(page);
  },
};

function takeTop(page) {
  const whole = page.locator("body");
  return takeParts(page, [whole], { most: page.viewportSize().height });
}

/** The sample owner's only ad. */
async function findOwnAd(page) {
  await visit(page, "/dashboard");
  const edit = page.getByRole("link", { name: "Editar", exact: true });
  return (await edit.getAttribute("href")).split("/").at(-1);
}

async function openEditor(page) {
  await visit(page, `/posts/edit/${await findOwnAd(page)}`);
}

async function openCalendar(page) {
  await visit(page, `/posts/${await findOwnAd(page)}/calendario`);
}

function group(page, name) {
  return page.getByRole("group", { name, exact: true });
}

function nextMonth() {
  return addMonths(monthOf(today()), 1);
}

function monthTable(page, month) {
  return page.getByRole("table", { name: monthName(month) });
}

/** Nights that the sample ad has free, without a holiday. */
function freeStay() {
  return findOrdinaryStay(100, 3);
}
