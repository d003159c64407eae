import { expect, test } from "vitest";
import { describeMailProblem, findSmtpProblem, refusedForGood } from "./mail-problems.ts";

test.each([
  ["smtp://ana:a1%23b@mail.example:587", null],
  ["smtps://ana%40mail.example:x@mail.example:465", null],
  ["smtp://127.0.0.1:25?ignoreTLS=true", null],
  ["smtp://ana:a#b@mail.example", 'tem "#" no usuário ou na senha: escreva %23 no lugar.'],
  ["smtp://ana:a/b@mail.example", 'tem "/" no usuário ou na senha: escreva %2F no lugar.'],
  ["smtp://ana:50%@mail.example", 'tem "%" no usuário ou na senha: escreva %25 no lugar.'],
  [
    "smtp://ana@casa.example:x@mail.example",
    'tem "@" no usuário ou na senha: escreva %40 no lugar.',
  ],
  ["smtp://ana:x@mail.example:465", "usa a porta 465, em que o endereço começa com smtps://."],
  ["http://mail.example", "precisa ser um endereço smtp://usuário:senha@servidor:porta."],
  ["smtp://", "precisa ser um endereço smtp://usuário:senha@servidor:porta."],
])("SMTP_URL=%s: %s", (url, problem) => {
  expect(findSmtpProblem(url)).toBe(problem);
});

const rejected = "Can't send mail - all recipients were rejected:";

test.each([
  [`${rejected} 550 5.1.1 no such user`, true],
  [`${rejected} 554 no mailbox here`, true],
  [`${rejected} 450 4.2.0 greylisted`, false],
  [`${rejected} 550-5.7.1 [192.0.2.1] is on our block list`, false],
  [`${rejected} 552 5.2.2 over quota`, false],
])("%s is a refusal of the address for good: %s", (lastError, isForGood) => {
  expect(refusedForGood.test(lastError)).toBe(isForGood);
});

test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 no such user", /não existe mais/],
  ["Message failed: 554 spam", /recusou a mensagem/],
  ["Can't send mail - all recipients were rejected: 451 greylisted", /mais tarde/],
  ["gave up after 8 s", /não respondeu/],
  ["Greeting never received", /não respondeu/],
  ["80E:error:0A00010B:SSL routines:ssl3_get_record:wrong version number", /começa com smtp:/],
  ["Connection timeout", /não respondeu/],
  [`${rejected} 550-5.7.1 [192.0.2.1] is on our block list`, /recusa cartas deste site/],
  ["Message failed: 550 5.7.26 unauthenticated mail", /recusa cartas deste site/],
  [`${rejected} 552 5.2.2 over quota`, /cheia/],
  ["Invalid login: 535 5.7.8 Error: authentication failed", /usuário ou a senha/],
  ["self-signed certificate", /ignoreTLS=true/],
  ["connect ECONNREFUSED 127.0.0.1:25", /confira o nome/],
])("%s is said in words, with the answer", (lastError, sentence) => {
  expect(describeMailProblem(lastError)).toMatch(sentence);
  expect(describeMailProblem(lastError)).toContain(lastError);
});
