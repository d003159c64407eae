import * as z from "zod/mini";
import { parseForm } from "../../../platform/ui/forms/parse-form.ts";

const text = z.pipe(
  z.transform((raw) => (typeof raw === "string" ? raw.trim() : "")),
  z.string().check(z.maxLength(20_000, "Este texto está longo demais.")),
);

const missingCode = "Escreva o código de seis números, ou um de recuperação.";

/** `chave`, a passkey's answer, stands in for a code. */
export function parseUnlocking(formData: FormData, asks: { password: boolean; factor: boolean }) {
  const schema = z
    .object({ currentPassword: z.transform(plainText), codigo: text, chave: text })
    .check(
      z.check(({ value, issues }) => {
        const { currentPassword, codigo, chave } = value;
        if (asks.password && currentPassword === "") {
          issues.push(problem("currentPassword", "Escreva sua senha atual."));
        }
        if (asks.factor && codigo === "" && chave === "")
          issues.push(problem("codigo", missingCode));
      }),
    );
  return parseForm(formData, ["currentPassword", "codigo", "chave"], schema);
}

export function parseCode(formData: FormData) {
  const schema = z.object({ codigo: text }).check(
    z.check(({ value, issues }) => {
      if (!/^\d{3}\s*\d{3}$/.test(value.codigo)) {
        issues.push(problem("codigo", "Escreva os seis números que o aplicativo mostra."));
      }
    }),
  );
  return parseForm(formData, ["codigo"], schema);
}

/** Passwords may begin and end with spaces. */
function plainText(raw: unknown): string {
  return typeof raw === "string" ? raw : "";
}

function problem(field: string, message: string) {
  return { code: "custom" as const, path: [field], message, input: "" };
}
