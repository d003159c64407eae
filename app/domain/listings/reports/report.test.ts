import { expect, test } from "vitest";
import { parseReport } from "./report.ts";

test.each<[Record<string, string>, string, string]>([
  [{}, "motivo", "Escolha o que houve."],
  [{ motivo: "outra coisa" }, "motivo", "Escolha o que houve."],
  [{ motivo: "inventado" }, "motivo", "Escolha o que houve."],
  [{ motivo: "outro" }, "detalhes", "Conte o que houve, em poucas palavras."],
  [{ motivo: "outro", detalhes: " \r\n " }, "detalhes", "Conte o que houve, em poucas palavras."],
  [
    { motivo: "golpe", detalhes: "a".repeat(2001) },
    "detalhes",
    "O texto passa de 2000 caracteres. Conte o principal.",
  ],
  [
    { motivo: "golpe", contato: "a".repeat(255) },
    "contato",
    "O contato passa de 254 caracteres. Deixe só um telefone ou e-mail.",
  ],
  [
    { motivo: "golpe", detalhes: "a\0b" },
    "detalhes",
    "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
  ],
])("a report of %j is refused beside its control", (fields, name, message) => {
  const formData = new FormData();
  for (const [field, value] of Object.entries(fields)) formData.set(field, value);
  expect(parseReport(formData)).toMatchObject({ status: "error", error: { [name]: [message] } });
});
