import { oddCharacters } from "../testing/odd-characters.ts";
import type { Random } from "../testing/random.ts";

const known: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "\u202eoãçnirp\u202c",
  "\ufeffBOM",
  "linha\u2028parágrafo\u2029outra\u0085fim",
  oddCharacters.join(""),
  "\u0001\u0008\u001b[31m",
  "e\u0301".repeat(40),
  "👩‍👩‍👧‍👦".repeat(30),
  "'; drop table posts; --",
  "' or '1'='1",
  "1) union select password from accounts --",
  "$1::uuid",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><script>alert(1)</script>",
  "<!--",
  "]]>",
  "{{7*7}}",
  `$${"{7*7}"}`,
  "%s%s%n",
  "%00",
  "%",
  "%ff%fe",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "/etc/passwd",
  "file:///etc/passwd",
  "//exemplo.com",
  "javascript:alert(1)",
  "a\r\nSet-Cookie: x=1",
  "__proto__",
  "constructor",
  "toString",
  "[object Object]",
  "null",
  "undefined",
  "true",
  "NaN",
  "Infinity",
  "-1",
  "-0",
  "0",
  "00000000000000000000007",
  "1e309",
  "1e3",
  "0x1f",
  "٣٤٥",
  "１２３",
  "9007199254740993",
  "99999999999999999999999999",
  "1.5",
  "1,5",
  "R$ 1.350,00",
  "31/02/2026",
  "-20,6147, -46,0497",
  "91, 181",
  "https://maps.app.goo.gl/AbC",
  "https://www.google.com/maps/@-20.6147,-46.0497,15z/data=!3d1e9!4d-1e9",
  "29/02/2024",
  "11/03/2026",
  "00/00/0000",
  "2026-13-45",
  "[]",
  "{}",
  '{"a":1}',
  "a@b.c",
  "a@b@c.d",
  `${"a".repeat(250)}@b.br`,
  "ana@exemplo.com.br\nbcc: todos@exemplo.com",
];

export function hostileText(random: Random): string {
  const kind = random.below(20);
  if (kind === 0)
    return random.pick(["a", "á", "\n", ",", "9", "😀"]).repeat(10 ** random.pick([2, 3, 4]));
  if (kind === 1) return noise(random);
  if (kind === 2) return `${random.pick(known)}${random.pick(known)}`;
  if (kind === 3) return manyDates(random);
  return random.pick(known);
}

function noise(random: Random): string {
  const length = 1 + random.below(60);
  return Array.from({ length }, () => String.fromCharCode(random.below(0x10000))).join("");
}

function manyDates(random: Random): string {
  const days = random.pick([10, 1830, 1831, 5000]);
  return Array.from({ length: days }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
    return day.split("-").reverse().join("/");
  }).join(",");
}
