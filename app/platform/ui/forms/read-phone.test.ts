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
  ["(0**37) 90001-0264", "37900010264"],
  ["0 xx 37 90001-0264", "37900010264"],
  ["+55 (037) 90001-0264", "37900010264"],
  ["(37) 3371-0264 ramal 12", "3733710264"],
  ["zap: 37 90001-0264, 24h", "37900010264"],
  ["https://wa.me/5537900010264", "37900010264"],
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
  ["37 90001-02645", unknown],
  ["ramal", arealess],
])("%j is refused where no field shows it otherwise", (typed, problem) => {
  expect(readPhone(typed)).toEqual({ problem });
});

test.each([
  ["9001-0264", arealess],
  ["90001-0264", arealess],
  ["(37) 9001-0264", "Falta um 9 na frente? Celulares têm 9 números depois do DDD."],
  ["(20) 90001-0264", "Não existe o DDD 20. Confira o telefone."],
  ["0800 709 0000", "Aqui não cabem 0800 e parecidos. Escreva um telefone com DDD."],
  ["4004-1234", "Aqui não cabem 0800 e parecidos. Escreva um telefone com DDD."],
  ["+1 305 555 0199", "Esse telefone é de outro país, e aqui só cabem os do Brasil, com DDD."],
  ["00 351 912 345 678", "Esse telefone é de outro país, e aqui só cabem os do Brasil, com DDD."],
  ["(37) 1234-5678", unknown],
  ["+55 37 99 0001-02645", unknown],
  ["54 9 11 2345-6789", unknown],
  ["351 91234-56789", unknown],
  ["(37) 90001-0264 / (37) 90002-0264", "Aqui cabe um telefone só."],
  ["37 90001-0264 ou 37 3371-0264", "Aqui cabe um telefone só."],
  ["(37) 9OOO1-O264", arealess],
])("%j is refused, as typed and as the field shows it", (typed, problem) => {
  expect(readPhone(typed)).toEqual({ problem });
  expect(readPhone(maskPhone(typed).text)).toEqual({ problem });
});
