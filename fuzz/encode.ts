import type { Random } from "../testing/random.ts";
import type { Entry, Form } from "./forms.ts";
import { hostileText } from "./hostile-texts.ts";

export interface Encoded {
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** Encodes a form as browsers do, or in ways they never would. */
export function encodeForm(form: Form, entries: Entry[], random: Random): Encoded {
  if (form.json !== undefined) return encodeJson(form.json, random);
  const hasFile = entries.some(([name, value]) => typeof value !== "string" && name !== "images");
  const way = random.below(40);
  if (way === 0) return { headers: [["Content-Type", "text/plain"]], body: bytes("title=x") };
  if (way === 1) return { headers: [["Content-Type", "application/json"]], body: bytes("{}") };
  if (way === 2) return { headers: [["Content-Type", "multipart/form-data"]], body: bytes("--x") };
  if (way === 3) return { headers: [], body: bytes("a=b") };
  if (way === 4) {
    return {
      headers: [["Content-Type", "multipart/form-data; boundary=xy"]],
      body: bytes("--z\r\n"),
    };
  }
  if (way === 5)
    return { headers: [["Content-Type", "application/x-www-form-urlencoded"]], body: null };
  if (hasFile || way < 12) return encodeMultipart(entries, random);
  const type = random.chance(0.98)
    ? "application/x-www-form-urlencoded"
    : "application/x-www-form-urlencoded; charset=utf-16";
  const text = entries.map(([name, value]) => {
    const text = typeof value === "string" ? value : "";
    // readConfirmed must know whether the honeypot field is filled in.
    if (name === "assunto") return `assunto=${encodeURIComponent(text.toWellFormed())}`;
    return `${percent(name, random)}=${percent(text, random)}`;
  });
  return { headers: [["Content-Type", type]], body: bytes(text.join("&")) };
}

/** Percent-encodes a text, sometimes into invalid UTF-8. */
function percent(text: string, random: Random): string {
  if (random.chance(0.01)) return "%ff%00%ed%a0%80%c0%ae";
  if (random.chance(0.005)) return "%zz%";
  return encodeURIComponent(text.toWellFormed());
}

function encodeMultipart(entries: readonly Entry[], random: Random): Encoded {
  const boundary = "----fronteira";
  const quoted = (text: string) => text.toWellFormed().replace(/["\r\n]/g, "_");
  const pieces = entries.flatMap(([name, value]) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [bytes(`${disposition}\r\n\r\n${value}\r\n`)];
    const file = `; filename="${quoted(value.filename)}"\r\nContent-Type: ${value.type}\r\n\r\n`;
    return [bytes(disposition + file), value.bytes, bytes("\r\n")];
  });
  const whole = Buffer.concat([...pieces, bytes(`--${boundary}--\r\n`)]);
  const sent = random.chance(0.03) ? whole.subarray(0, random.below(whole.length)) : whole;
  return {
    headers: [["Content-Type", `multipart/form-data; boundary=${boundary}`]],
    body: new Uint8Array(sent),
  };
}

function encodeJson(json: unknown, random: Random): Encoded {
  const text = JSON.stringify(json);
  const variants = [
    () => text,
    () => text.slice(0, random.below(text.length)),
    () => JSON.stringify({ ...(json as object), route: hostileText(random) }),
    () => '{"route":"root","metrics":{"LCP":1e999,"CLS":-1,"__proto__":{"x":1}}}',
    () => "[".repeat(900),
    () => hostileText(random),
  ];
  const type = random.pick(["application/json", "application/json", "text/plain", ""]);
  return { headers: type ? [["Content-Type", type]] : [], body: bytes(random.pick(variants)()) };
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
