import pg from "pg";
import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";

function failure(code: string, message = "x", path?: string): Error {
  return new Error("Failed", { cause: Object.assign(new Error(message), { code, path }) });
}

function refusedByDatabase(code: string): Error {
  return Object.assign(new pg.DatabaseError("role nobody", 0, "error"), { code });
}

test.each([
  [failure("EROFS", "x", "/dados/a"), "O disco é só de leitura: /dados/a. Confira DATA_DIR."],
  [failure("ENOSPC", "x", "/dados/a"), "O disco está cheio: /dados/a. Confira DATA_DIR."],
  [failure("ERR_SQLITE_ERROR"), "Não dá para escrever na pasta de dados."],
  [failure("Z_BUF_ERROR", "unexpected end of file"), "O backup está cortado."],
  [failure("Z_DATA_ERROR", "incorrect header check"), "O arquivo não é um backup"],
  [failure("SELF_SIGNED_CERT_IN_CHAIN"), "A conexão segura não foi aceita: x."],
  [refusedByDatabase("28P01"), "O banco de dados não aceitou o usuário ou a senha."],
  [refusedByDatabase("3D000"), "O banco de dados não existe no servidor."],
  [failure("ENOTFOUND", "getaddrinfo ENOTFOUND banco"), "O banco de dados não responde."],
])("%s is explained in a sentence", (error, sentence) => {
  expect(explainFailure(error)).toContain(sentence);
});

test("what nobody foresaw isn't explained", () => {
  expect(explainFailure(new TypeError("x is not a function"))).toBeNull();
});
