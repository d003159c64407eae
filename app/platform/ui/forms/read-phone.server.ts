import {
  findPhoneNumbersInText,
  isValidPhoneNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { fewDigits, type PhoneReader } from "./phone.ts";

/** Finds a number with or without country code, carrier's code and trunk zeros. */
export function findPhone(text: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(plainPhone(text), "BR");
}

function plainPhone(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/0\s?(?:xx|\*\*)/gi, "0")
    .replace(/^\D*00(?=\D*[1-9])/, "+");
}

/** Numbers among other words and digits, if the text begins with one: within more digits, it would be another. */
function listPhones(text: string): PhoneNumber[] {
  const plain = plainPhone(text);
  const [first, ...others] = findPhoneNumbersInText(plain, "BR");
  if (!first || /\d/.test(plain.slice(0, first.startsAt))) return [];
  return [first, ...others].map(({ number }) => number).filter((number) => number.isValid());
}

/** Reads a Brazilian landline or mobile number; blank is no number. */
export const readPhone: PhoneReader = (text) => {
  if (text.trim() === "") return { digits: "" };
  const whole = findPhone(text);
  const [first, ...others] = whole?.isValid() ? [] : listPhones(text);
  if (others.length > 0) return { problem: "Aqui cabe um telefone só." };
  const found = first ?? whole;
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
