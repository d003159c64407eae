import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("addresses in a mail server's reply are removed from the log", () => {
  const written: string[] = [];
  const log = createLog("info", { write: (line) => void written.push(line) });
  log.warn(
    { reason: "550 5.1.1 <jandira@example.com>: Recipient address rejected" },
    "mail not sent",
  );
  log.error(
    {
      err: new Error(
        "no route /nova-senha/abcDEF_-123?x=josé@exêmplo.com.br, /novo-email/abcDEF_-456, /confirmar-email/abcDEF_-567, /calendario-em-dia/abcDEF_-789, /sem-lembretes/abcDEF_-012, /sem-numeros/abcDEF_-345, /pergunta/abcDEF_-901, /depoimento/abcDEF_-902, /meu-depoimento/abcDEF_-903, /calendarios/0123456789abcdef.ics, /lista/abcDEF_-678.data",
      ),
    },
    "page failed",
  );
  const [mail, page] = written.map((line) => JSON.parse(line));
  expect(mail.reason).toBe("550 5.1.1 <<e-mail>>: Recipient address rejected");
  expect(page.err.message).toBe(
    "no route /nova-senha/<token>?x=<e-mail>, /novo-email/<token>, /confirmar-email/<token>, /calendario-em-dia/<token>, /sem-lembretes/<token>, /sem-numeros/<token>, /pergunta/<token>, /depoimento/<token>, /meu-depoimento/<token>, /calendarios/<token>.ics, /lista/<token>.data",
  );
  expect(page.err.stack).toContain("log.test");
});
