import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { users } from "../app/platform/db/schema.ts";
import { listingForm, listOwnAds, password, post, register } from "../testing/advertiser.ts";
import { flashOf } from "../testing/cookies.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { shareTestSite } from "../testing/site.ts";

// The sentences of spec §8, word for word, with their statuses. Those that only a browser shows are in
// e2e/contact.test.ts.

const testSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });
let jpeg: Buffer;
/** Cookie of an advertiser with one of two allowed listings. */
let cookie: string;
let listing: string;

beforeAll(async () => {
  jpeg = await makeJpeg(120, 90);
  const { app, owner } = testSite();
  cookie = await register(app.request, maria.email);
  await owner.update(users).set({ postsPermitidos: 2, plano: "profissional" });
  await publish();
  [listing = ""] = await listOwnAds(app.request, cookie);
});

interface Reply {
  status: number;
  text: string;
  location: string | null;
}

async function ask(path: string, body?: Record<string, string> | FormData): Promise<Reply> {
  const sent = ["/login", "/register"].includes(path) ? "" : cookie;
  const init = body ? post(body, sent) : { headers: { Cookie: sent } };
  const answer = await testSite().app.request(path, init);
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
  const { owner } = testSite();
  const [here, away] = [sql.identifier(table), sql.identifier(`${table}_fora`)];
  await owner.execute(sql`alter table ${here} rename to ${away}`);
  try {
    return await work();
  } finally {
    await owner.execute(sql`alter table ${away} rename to ${here}`);
  }
}

/** Runs `work` with the advertiser's row temporarily changed. */
async function withUser<Result>(
  changed: Partial<typeof users.$inferInsert>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { owner } = testSite();
  const isMaria = eq(users.email, maria.email);
  const [before] = await owner.select().from(users).where(isMaria);
  await owner.update(users).set(changed).where(isMaria);
  try {
    return await work();
  } finally {
    await owner
      .update(users)
      .set(before ?? {})
      .where(isMaria);
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
        vi.mocked(console.error).mockImplementation(() => undefined);
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
      () => withUser({ postsPermitidos: 0 }, () => ask("/posts/create")),
      "Você não possui um plano ativo. Entre em contato com a empresa para registrar um plano e começar a usar todos os recursos.",
      302,
    ],
    [
      "No active plan, publishing",
      () => withUser({ postsPermitidos: 0 }, () => publish()),
      "Você não possui um plano ativo.",
      302,
    ],
    [
      "Plan limit",
      () => withUser({ postsCriados: 2, plano: "basico" }, () => publish()),
      "Você atingiu o limite de anúncio para o seu plano: basico. Atualize para o plano Profissional para criar mais anúncios.",
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
        const folder = join(testSite().dataDir, "fotos", "imoveis");
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
  const none = await withUser({ postsPermitidos: 0 }, () => ask("/posts/create"));
  const full = await withUser({ postsCriados: 2 }, () => ask("/posts/create"));
  expect([none.location, full.location]).toEqual(["/contato", "/"]);
});

test("Upload failure", async () => {
  const headers = { Cookie: cookie, "Tus-Resumable": "1.0.0", "Upload-Length": "10" };
  const answer = await testSite().app.request("/envios", { method: "POST", headers });
  expect([answer.status, await answer.text()]).toEqual([400, "Erro ao fazer o upload da imagem"]);
});
