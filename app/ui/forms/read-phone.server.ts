import {
  isValidPhoneNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { fewDigits, type PhoneReader } from "./phone.ts";

/** Finds a number with or without country code, carrier's code and trunk zeros. */
export function findPhone(text: string): PhoneNumber | undefined {
  const plain = text
    .normalize("NFKC")
    .replace(/0xx/gi, "0")
    .replace(/^\D*00(?=\D*[1-9])/, "+");
  return parsePhoneNumberFromString(plain, "BR");
}

/** Reads a Brazilian landline or mobile number; blank is no number. */
export const readPhone: PhoneReader = (text) => {
  if (text.trim() === "") return { digits: "" };
  const found = findPhone(text);
  if (!found) return { problem: fewDigits };
  if (found.countryCallingCode !== "55") {
    return { problem: "Esse telefone é de outro país, e aqui só cabem os do Brasil, com DDD." };
  }
  const digits = found.nationalNumber;
  const kind = found.getType();
  if (kind === "MOBILE" || kind === "FIXED_LINE") return { digits };
  if (kind === "TOLL_FREE" || kind === "SHARED_COST")
    return { problem: "Aqui não cabem 0800 e parecidos. Escreva um telefone com DDD." };
  if (digits.length < 10) return { problem: fewDigits };
  return { problem: problemOf(digits) };
};

function problemOf(digits: string): string {
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (!isValidPhoneNumber(`${area}999999999`, "BR"))
    return `Não existe o DDD ${area}. Confira o telefone.`;
  if (/^[6-9]\d{7}$/.test(rest)) {
    return "Falta um 9 na frente? Celulares têm 9 números depois do DDD.";
  }
  return "Esse telefone não existe no Brasil. Confira o DDD e os números.";
}
