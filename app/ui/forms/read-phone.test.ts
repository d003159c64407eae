import { expect, test } from "vitest";
import { maskPhone } from "./phone-mask.ts";
import { readPhone } from "./read-phone.server.ts";

test.each([
  ["", ""],
  [" ", ""],
  ["(37) 90001-0264", "37900010264"],
  ["+55 (37) 90001-0264", "37900010264"],
  ["55 37 90001-0264", "37900010264"],
  ["00 55 37 90001-0264", "37900010264"],
  ["(0XX37) 90001-0264", "37900010264"],
  ["037 90001 0264", "37900010264"],
  ["0 15 37 90001-0264", "37900010264"],
  ["90 37 90001-0264", "37900010264"],
  ["3733710264", "3733710264"],
  ["55 99734-1187", "55997341187"],
  ["\u202a+55 37 90001‑0264\u202c", "37900010264"],
  ["３７ ９００01-0264", "37900010264"],
])("%j is read as %s, as typed and as the field shows it", (typed, digits) => {
  expect(readPhone(typed)).toEqual({ digits });
  expect(readPhone(maskPhone(typed).text)).toEqual({ digits });
});

const arealess = "Escreva o telefone com DDD: são 10 ou 11 números.";
const unknown = "Esse telefone não existe no Brasil. Confira o DDD e os números.";

test.each([
  ["9001-0264", arealess],
  ["90001-0264", arealess],
  ["ramal", arealess],
  ["(37) 9001-0264", "Falta um 9 na frente? Celulares têm 9 números depois do DDD."],
  ["(20) 90001-0264", "Não existe o DDD 20. Confira o telefone."],
  ["0800 709 0000", "Aqui não cabem 0800 e parecidos. Escreva um telefone com DDD."],
  ["4004-1234", "Aqui não cabem 0800 e parecidos. Escreva um telefone com DDD."],
  ["+1 305 555 0199", "Esse telefone é de outro país, e aqui só cabem os do Brasil, com DDD."],
  ["00 351 912 345 678", "Esse telefone é de outro país, e aqui só cabem os do Brasil, com DDD."],
  ["(37) 1234-5678", unknown],
  ["37 90001-02645", unknown],
])("%j is refused, as typed and as the field shows it", (typed, problem) => {
  expect(readPhone(typed)).toEqual({ problem });
});
