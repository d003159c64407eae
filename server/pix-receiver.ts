import { z } from "zod";
import { findEmailProblem } from "../app/platform/ui/forms/email.ts";
import { enumerate } from "../app/platform/ui/words.ts";
import type { PixReceiver } from "../app/platform/web/site.server.ts";
import { formatCnpj } from "./cnpj.ts";

const maxKeyLength = 77;

/** Returns the key as the central bank registers it, or the end of a sentence about its variable. */
export function readPixKey(text: string): { key: string } | { problem: string } {
  const typed = text.trim();
  if (typed.includes("@")) return readEmail(typed.toLowerCase());
  if (typed.startsWith("+")) return readPhone(typed);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
  if (uuid.test(typed)) return { key: typed.toLowerCase() };
  const bare = typed.toUpperCase().replace(/[\s./-]/g, "");
  if (/^\d{11}$/.test(bare)) {
    return isCpf(bare)
      ? { key: bare }
      : {
          problem:
            "não confere: os dois últimos dígitos deste CPF são outros. Um telefone se escreve com +55 na frente.",
        };
  }
  if (/^[\dA-Z]{12}\d{2}$/.test(bare)) {
    return formatCnpj(bare)
      ? { key: bare }
      : { problem: "não confere: os dois últimos dígitos deste CNPJ são outros." };
  }
  return {
    problem:
      "precisa ser uma chave Pix: CPF, CNPJ, e-mail, telefone com +55 e DDD, ou a chave aleatória, com os hifens.",
  };
}

function readEmail(key: string) {
  if (key.length > maxKeyLength) {
    return { problem: `tem ${key.length} caracteres; um e-mail que é chave Pix tem até 77.` };
  }
  return findEmailProblem(key) ? { problem: "precisa ser um e-mail inteiro." } : { key };
}

function readPhone(typed: string) {
  const key = `+${typed.replace(/\D/g, "")}`;
  return /^\+55[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(key)
    ? { key }
    : { problem: "precisa ser um telefone com +55 e DDD, como +55 37 99999-9999." };
}

function isCpf(digits: string): boolean {
  if (/^(.)\1*$/.test(digits)) return false;
  return [9, 10].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, at) => total + Number(digit) * (length + 1 - at),
      0,
    );
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  });
}

/** Writes "São João" as "Sao Joao". Characters without a counterpart stay. */
export function toAscii(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[‘’´`‐-―\s]/g, " ")
    .trim();
}

function asciiText(max: number, example: string) {
  return z.string().transform((text, { issues }) => {
    const ascii = toAscii(text);
    const reject = (message: string) => {
      issues.push({ code: "custom", message, input: text });
      return z.NEVER;
    };
    const foreign = [...ascii].find((character) => !/[ -~]/.test(character));
    if (foreign) return reject(`tem "${foreign}", que o código Pix não aceita.`);
    // Some banks refuse a code with other signs in these fields.
    const plain = ascii.replace(/[^A-Za-z0-9]+/g, " ").trim();
    if (plain === "") return reject(`precisa ter ao menos uma letra, como ${example}.`);
    if (plain.length <= max) return plain;
    return reject(`tem ${plain.length} caracteres, e o código Pix aceita até ${max}.`);
  });
}

export const pixVariables = {
  PIX_KEY: z.string().transform((text, { issues }) => {
    const read = readPixKey(text);
    if ("key" in read) return read.key;
    issues.push({ code: "custom", message: read.problem, input: text });
    return z.NEVER;
  }),
  PIX_NAME: asciiText(25, "MAR DE MINAS"),
  PIX_CITY: asciiText(15, "CAPITOLIO"),
};

type PixValues = { [name in keyof typeof pixVariables]?: string | undefined };

/** Null if none of the variables is set. */
export function readPixReceiver(values: PixValues): PixReceiver | null {
  const { PIX_KEY: key, PIX_NAME: name, PIX_CITY: city } = values;
  return key && name && city ? { key, name, city } : null;
}

/** One sentence if some of the variables are set, but not all. */
export function findMissingPix(values: PixValues): string[] {
  const names = Object.keys(pixVariables) as (keyof PixValues)[];
  const missing = names.filter((name) => !values[name]);
  if (missing.length === 0 || missing.length === names.length) return [];
  const verb = missing.length === 1 ? "falta" : "faltam";
  return [`${enumerate(names)} só valem juntas: ${verb} ${enumerate(missing)}.`];
}
