import { once } from "node:events";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { outbox } from "../app/platform/db/mail-schema.ts";
import { listen } from "../testing/listen.ts";
import { shareLoggedSite } from "../testing/logged-site.ts";
import { patience } from "../testing/patience.ts";
import type { TestSite } from "../testing/site.ts";
import { createHttpServer } from "./http-server.ts";

interface Line {
  level: number;
  id: string;
  route: string;
  method: string;
  status: number;
  ms: number;
  msg: string;
}

const { site: sharedSite, text, lines } = shareLoggedSite<Line>();

const post = (site: TestSite, path: string, fields: Record<string, string>) =>
  site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "X-Forwarded-For": "203.0.113.77", "User-Agent": "Aparelho-da-Jandira/1.0" },
  });

const jandira = {
  displayName: "Jandira Quaresma",
  email: "jandira.quaresma@example.com",
  password: "segredo-da-jandira",
  confirmPassword: "segredo-da-jandira",
};
/** Must appear in no line. */
const personal = [
  ...["Jandira", "Quaresma", "jandira", "segredo", "example.com", "203.0.113.77", "Aparelho"],
  ...["Zulmira", "quero alugar", "37999887766"],
];

test("every request logs one line with its id and route and no personal data", async () => {
  const site = sharedSite();
  const login = { email: jandira.email, password: jandira.password };
  const answers = [
    await post(site, "/register", jandira),
    await post(site, "/login", { ...login, password: "segredo-errado" }),
    await post(site, "/login", { ...login, email: "zulmira@example.com" }),
    await post(site, "/login", login),
    await post(site, "/login", { intent: "reset", email: jandira.email }),
    await post(site, "/contato", {
      nome: "Zulmira Jandira",
      email: "zulmira@example.com",
      mensagem: "quero alugar, meu telefone é 37999887766",
    }),
    await site.app.request("/search?localizacao=Turvo&nome=Jandira+Quaresma"),
    await site.app.request("/jandira.quaresma@example.com"),
    await site.app.request("/posts/jandira"),
    await site.app.request("/login?email=jandira.quaresma@example.com"),
  ];
  const mails = await site.db.select({ content: outbox.content }).from(outbox);
  const letter = mails.map(({ content }) => (content.kind === "letter" ? content.text : ""));
  const token = /\/nova-senha\/([\w-]{32})/.exec(letter.join(""))?.[1] ?? "";
  expect(token).toHaveLength(32);
  answers.push(
    await site.app.request(`/nova-senha/${token}`),
    await post(site, `/nova-senha/${token}`, {
      password: "segredo-da-jandira-2",
      confirmPassword: "segredo-da-jandira-2",
    }),
  );

  for (const trace of [...personal, token]) expect(text()).not.toContain(trace);
  const requests = lines().filter(({ msg }) => msg === "request");
  expect(requests.map(({ id, status }) => [id, status])).toEqual(
    answers.map((answer) => [answer.headers.get("X-Request-Id"), answer.status]),
  );
  expect(new Set(requests.map(({ id }) => id)).size).toBe(answers.length);
  expect(requests.map(({ msg, route }) => `${msg} ${route}`)).toEqual(
    [
      ...["/register", "/login", "/login", "/login", "/login", "/contato", "/search", "outros"],
      ...["/posts/:id", "/login", "/nova-senha/:token", "/nova-senha/:token"],
    ].map((route) => `request ${route}`),
  );
});

test("an error is logged with the request's id and without the values involved", async () => {
  const site = sharedSite();
  await site.owner.execute(sql`alter table users rename to away`);
  const answers = [
    await post(site, "/register", jandira),
    await post(site, "/login", { email: jandira.email, password: jandira.password }),
    await post(site, "/login", { intent: "reset", email: jandira.email }),
  ];
  await site.owner.execute(sql`alter table away rename to users`);
  // PostgreSQL repeats a value in its message, and a row in its detail.
  await site.owner.execute(
    sql`alter table outbox add constraint outbox_small check (octet_length(content::text) < 5) not valid`,
  );
  answers.push(
    await post(site, "/contato", {
      nome: "Zulmira Jandira",
      email: "zulmira@example.com",
      mensagem: "quero alugar",
    }),
  );

  await site.owner.execute(sql`alter table outbox drop constraint outbox_small`);

  for (const trace of personal) expect(text()).not.toContain(trace);
  expect(answers.every(({ status }) => status >= 500)).toBe(true);
  for (const answer of answers) {
    const id = answer.headers.get("X-Request-Id");
    const own = lines().filter((line) => line.id === id);
    expect(own.map(({ msg }) => msg === "request")).toEqual([false, true]);
    expect(own[0]?.level).toBe(50);
  }
  expect(text()).toContain('"constraint":"outbox_small"');
  expect(text()).toContain('"code":"42P01"');
});

test.each(["/medidas", "/visitas", "/contato", "/login"])(
  "a body for %s that never arrives whole is the client's leaving, and nothing is processed",
  async (path) => {
    const site = sharedSite();
    const { server, close } = createHttpServer(site.listener);
    onTestFinished(() => close(0));
    const port = await listen(server);
    const client = connect(port, "127.0.0.1");
    const letters = await site.db.$count(outbox);
    const isHeard = once(server, "request");
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\nnome=Ana&email=a%40b.br&mensagem=Oi`,
    );
    await isHeard;
    client.destroy();

    const logged = () => lines().filter(({ msg }) => msg === "request");
    await vi.waitFor(() => expect(logged()).toHaveLength(1), patience);
    expect(logged()[0]).toMatchObject({ method: "POST", status: 499 });
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
    expect(await site.db.$count(outbox)).toBe(letters);
  },
);
