import { spawnSync } from "node:child_process";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "./logger.ts";

function openLog() {
  const written: string[] = [];
  return { written, log: createLog("info", { write: (line) => void written.push(line) }) };
}

test("addresses in a mail server's reply are removed from the log", () => {
  const { log, written } = openLog();
  log.warn(
    { reason: "550 5.1.1 <jandira@example.com>: Recipient address rejected" },
    "mail not sent",
  );
  log.error(
    {
      err: new Error(
        "no route /nova-senha/abcDEF_-123?x=josé@exêmplo.com.br, /novo-email/abcDEF_-456, /confirmar-email/abcDEF_-567, /calendario-em-dia/abcDEF_-789, /sem-lembretes/abcDEF_-012, /sem-numeros/abcDEF_-345, /pergunta/abcDEF_-901, /depoimento/abcDEF_-902, /meu-depoimento/abcDEF_-903, /calendarios/0123456789abcdef.ics, /lista/abcDEF_-678",
      ),
    },
    "page failed",
  );
  const [mail, page] = written.map((line) => JSON.parse(line));
  expect(mail.reason).toBe("550 5.1.1 <<e-mail>>: Recipient address rejected");
  expect(page.err.message).toBe(
    "no route /nova-senha/<token>?x=<e-mail>, /novo-email/<token>, /confirmar-email/<token>, /calendario-em-dia/<token>, /sem-lembretes/<token>, /sem-numeros/<token>, /pergunta/<token>, /depoimento/<token>, /meu-depoimento/<token>, /calendarios/<token>.ics, /lista/<token>",
  );
  expect(page.err.stack).toContain("logger.test");
});

test.each(["jandira@example.com", "maria.d'ávila+sítio@exêmplo.com.br", "jandira%40example.com"])(
  "the address %s is removed as a whole",
  (address) => {
    const { log, written } = openLog();
    log.warn({ reason: `550 <${address}> unknown` }, "mail not sent");
    expect(JSON.parse(written.join("")).reason).toBe("550 <<e-mail>> unknown");
  },
);

test("lines of a text that look like places of a stack are left out with the text", () => {
  const { log, written } = openLog();
  const text = "Casa\n    at Rua das Flores 10\n  at dona Jandira's";
  log.error({ err: new DrizzleQueryError("insert", [text], new Error("away")) }, "page failed");
  log.error({ err: Object.assign(new Error(text), { message: "another" }) }, "page failed");
  expect(written.join("")).not.toMatch(/Flores|Jandira/);
  expect(written[0]).toContain("logger.test");
});

test("what nobody caught ends the process with one line, without the values involved", () => {
  const script = `
    import { createLog } from "./server/logger.ts";
    import { endAfterCrash } from "./server/start-failure.ts";
    endAfterCrash(createLog("info"));
    const values = { query: "insert", params: ["Jandira"], detail: "Key (email)=(Jandira)" };
    void Promise.reject(Object.assign(new Error("Failed query: Jandira"), values));
    setInterval(() => undefined, 1000);`;
  const args = ["--input-type=module-typescript", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ level: 60, err: { message: "Failed query" } });
  expect(stdout).not.toContain("Jandira");
});
