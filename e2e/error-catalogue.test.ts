import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askAt, listingForm, password, register } from "../testing/advertiser.ts";
import { flashOf } from "../testing/cookies.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(() => startEmptySite({ env: { RATE_LIMIT_FACTOR: "100" } }));
let db: pg.Client;
const browser = await workerBrowser();
let jpeg: Buffer;
/** Cookie of an advertiser with one of two allowed listings. */
let cookie: string;
let listing: string;

beforeAll(async () => {
  jpeg = await makeJpeg(120, 90);
  const pid = await readFile(join(site.dataDir, "banco", "postmaster.pid"), "utf8");
  const secret = (await readFile(join(site.dataDir, "banco.senha"), "utf8")).trim();
  db = new pg.Client(`postgres://postgres:${secret}@127.0.0.1:${pid.split("\n")[3]}/mardeminas`);
  await db.connect();
  cookie = await register(askAt(site.url), maria.email);
  await db.query(`update users set "postsPermitidos" = 2, plano = 'profissional'`);
  await publish();
  listing = (await db.query("select id from posts")).rows[0].id;
});

afterAll(async () => {
  await db?.end();
});

interface Reply {
  status: number;
  text: string;
  location: string | null;
}

async function ask(path: string, body?: Record<string, string> | FormData): Promise<Reply> {
  const sent = body instanceof FormData ? body : body && new URLSearchParams(body);
  const answer = await fetch(site.url + path, {
    method: body ? "POST" : "GET",
    ...(sent ? { body: sent } : {}),
    headers: { Cookie: ["/login", "/register"].includes(path) ? "" : cookie },
    redirect: "manual",
  });
  const flash = await flashOf(answer);
  return {
    status: answer.status,
    text: (await answer.text()) + (flash?.text ?? ""),
    location: answer.headers.get("Location"),
  };
}

function publish(overrides: Record<string, string> = {}, photos = 1): Promise<Reply> {
  return ask("/posts/create", listingForm(overrides, Array(photos).fill(jpeg)));
}

function deleteAd(id: string): Promise<Reply> {
  return ask("/dashboard", { intent: "excluir", id, confirmado: "sim" });
}

/** Runs `work` while a table is missing. */
async function without<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await db.query(`alter table ${table} rename to ${table}_fora`);
  try {
    return await work();
  } finally {
    await db.query(`alter table ${table}_fora rename to ${table}`);
  }
}

/** Runs `work` with the advertiser's row temporarily changed. */
async function withUser<Result>(set: string, work: () => Promise<Result>): Promise<Result> {
  const before = (await db.query("select * from users where email = 'maria@example.com'")).rows[0];
  await db.query(`update users set ${set} where email = 'maria@example.com'`);
  try {
    return await work();
  } finally {
    await db.query(
      `update users set plano = $1, "postsCriados" = $2, "postsPermitidos" = $3 where email = 'maria@example.com'`,
      [before.plano, before.postsCriados, before.postsPermitidos],
    );
  }
}

const maria = {
  displayName: "Maria",
  email: "maria@example.com",
  password,
  confirmPassword: password,
};
const ana = { ...maria, email: "ana@example.com" };

const rows: [situation: string, provoke: () => Promise<Reply>, sentence: string, status: number][] =
  [
    [
      "Register password mismatch",
      () => ask("/register", { ...ana, confirmPassword: "outra" }),
      "As senhas precisam ser iguais!",
      400,
    ],
    [
      "Signup, provider message contains 'Password'",
      () => ask("/register", { ...ana, password: "12345", confirmPassword: "12345" }),
      "A senha precisa conter pelomenos 6 caracteres!",
      400,
    ],
    ["Signup, 'email-already'", () => ask("/register", maria), "E-mail já cadastrado!", 400],
    [
      "Signup, other",
      () => without("accounts", () => ask("/register", ana)),
      "Ocorreu erro, por favor tente mais tarde.",
      503,
    ],
    [
      "Login, user-not-found",
      () => ask("/login", { email: "ninguem@example.com", password }),
      "Usuario não encontrado.",
      400,
    ],
    [
      "Login, auth/invalid-credential",
      () => ask("/login", { email: maria.email, password: "errada" }),
      "Senha incorreta.",
      400,
    ],
    [
      "Login, other",
      async () => {
        const reply = await without("accounts", () =>
          ask("/login", { email: maria.email, password }),
        );
        // better-auth prints it, whatever its logger's settings.
        expect(vi.mocked(console.error).mock.calls).toMatchObject([
          [{ message: expect.stringMatching(/^Failed query/) }],
        ]);
        vi.mocked(console.error).mockClear();
        return reply;
      },
      "Ocorreu um erro, por favor tente mais tarde.",
      503,
    ],
    [
      "Forgot password without email",
      () => ask("/login", { intent: "reset", email: "" }),
      "Por favor, insira um e-mail válido para redefinir a senha.",
      400,
    ],
    // Placed before "Reset sent": a reset repeated within ten minutes doesn't touch the outbox.
    [
      "Reset failed",
      () => without("outbox", () => ask("/login", { intent: "reset", email: maria.email })),
      "Erro ao enviar o e-mail de redefinição. Tente novamente.",
      503,
    ],
    [
      "Reset sent",
      () => ask("/login", { intent: "reset", email: maria.email }),
      "E-mail de redefinição enviado com sucesso!",
      200,
    ],
    [
      "No active plan, opening the form",
      () => withUser(`"postsPermitidos" = 0`, () => ask("/posts/create")),
      "Você não possui um plano ativo. Entre em contato com a empresa para registrar um plano e começar a usar todos os recursos.",
      302,
    ],
    [
      "No active plan, publishing",
      () => withUser(`"postsPermitidos" = 0`, () => publish()),
      "Você não possui um plano ativo.",
      302,
    ],
    [
      "Plan limit",
      () => withUser(`"postsCriados" = 2, plano = 'basico'`, () => publish()),
      "Você atingiu o limite de anúncio para o seu plano: basico. Atualize para o plano Profissional para criar mais anúncios.",
      302,
    ],
    [
      "Plan limit of the largest plan",
      () => withUser(`"postsCriados" = 2`, () => publish()),
      "Mais de dois anúncios? Fale com a gente.",
      302,
    ],
    ["No image", () => publish({}, 0), "Por favor, selecione ao menos uma imagem.", 400],
    [
      "Required fields missing",
      () => publish({ title: "" }),
      "Por favor, preencha todos os campos!",
      400,
    ],
    ["Edit load error", () => ask("/posts/edit/nada"), "Erro ao carregar o post!", 404],
    [
      "Edit, required fields missing",
      () => ask(`/posts/edit/${listing}`, listingForm({ body: "", versao: "1" }, [jpeg])),
      "Por favor, preencha todos os campos!",
      400,
    ],
    [
      "Edit update error",
      () => ask(`/posts/edit/${listing}`, listingForm({ versao: "77" }, [jpeg])),
      "Este anúncio foi alterado em outra aba",
      400,
    ],
    ["Delete failure", () => deleteAd(crypto.randomUUID()), "Erro ao excluir o anúncio:", 404],
    [
      "Image delete error",
      async () => {
        const folder = join(site.dataDir, "fotos", "imoveis");
        await rename(folder, `${folder}-fora`);
        await writeFile(folder, "no lugar da pasta");
        try {
          return await deleteAd(listing);
        } finally {
          await rm(folder);
          await rename(`${folder}-fora`, folder);
        }
      },
      "Erro ao excluir imagens: o armazenamento não respondeu.",
      503,
    ],
    [
      "Listing query error",
      () => without("posts", () => ask("/")),
      "Não foram encontrados posts",
      500,
    ],
    [
      "Contact failure",
      () =>
        without("outbox", () =>
          ask("/contato", { nome: "João", email: "joao@example.com", mensagem: "Oi" }),
        ),
      "Erro ao enviar o e-mail. Tente novamente.",
      503,
    ],
    [
      "Contact success",
      () => ask("/contato", { nome: "João", email: "joao@example.com", mensagem: "Oi" }),
      "E-mail enviado com sucesso!",
      302,
    ],
    ["Unknown location", () => ask("/alugar/nada"), "Não conhecemos esse lugar", 404],
    ["Unknown tourist spot", () => ask("/detalhes/99"), "Local não encontrado", 404],
  ];

test.each(rows)("%s", async (_, provoke, sentence, status) => {
  const reply = await provoke();
  expect(reply.text).toContain(sentence);
  expect(reply.status).toBe(status);
});

test("without a plan the form redirects to /contato, at the plan's limit to /", async () => {
  const none = await withUser(`"postsPermitidos" = 0`, () => ask("/posts/create"));
  const full = await withUser(`"postsCriados" = 2`, () => ask("/posts/create"));
  expect([none.location, full.location]).toEqual(["/contato", "/"]);
});

test("Upload failure", async () => {
  const answer = await fetch(`${site.url}/envios`, {
    method: "POST",
    headers: { Cookie: cookie, "Tus-Resumable": "1.0.0", "Upload-Length": "10" },
  });
  expect([answer.status, await answer.text()]).toEqual([400, "Erro ao fazer o upload da imagem"]);
});

test("the browser shows the toasts for plan, contact form and deletion, in order", async () => {
  const { page } = await openPage(browser);
  const [name = "", ...value] = cookie.split("=");
  await page.context().addCookies([{ name, value: value.join("="), url: site.url }]);

  await withUser(`"postsPermitidos" = 0`, async () => {
    await page.goto(`${site.url}/posts/create`);
    await page.waitForURL(`${site.url}/contato`);
    await page
      .getByText("Você não possui um plano ativo.")
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  await visit(page, `${site.url}/contato`);
  const send = page.locator("main form button[type=submit]");
  const blanks = [
    ["nome", "João", "Por favor, preencha o nome."],
    ["email", "joao@example.com", "Por favor, preencha o email."],
    ["mensagem", "Tem vaga?", "Por favor, preencha a mensagem."],
  ] as const;
  const form = page.locator("main form");
  for (const [index, [field, text, sentence]] of blanks.entries()) {
    await send.click();
    await toasts(page).getByText(sentence).waitFor();
    // The toast names the first one; each is marked at its field.
    for (const [, , missing] of blanks.slice(index)) await form.getByText(missing).waitFor();
    await page.fill(`[name=${field}]`, text);
    await form.getByText(sentence).waitFor({ state: "detached" });
  }
  await send.click();
  await toasts(page).getByText("E-mail enviado com sucesso!").waitFor();
  await form.getByText("E-mail enviado com sucesso!").waitFor();
  await expect.poll(() => page.inputValue("[name=mensagem]")).toBe("");

  await visit(page, `${site.url}/dashboard`);
  await page
    .getByRole("button", { name: /Excluir/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect((await db.query("select 1 from posts")).rowCount).toBe(1);
  await page
    .getByRole("button", { name: /Excluir/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Excluir anúncio" }).click();
  await toasts(page).getByText("Imagens excluídas com sucesso!").waitFor();
  await toasts(page).getByText("Anúncio excluído com sucesso").waitFor();
  await page.getByText("Não foram encontrados posts").waitFor();
  expect(
    (await db.query(`select "postsCriados" as n from users where email = $1`, [maria.email])).rows,
  ).toEqual([{ n: 0 }]);
});
