/** The fields that a bank's app reads in a Pix code. */
export interface BrCode {
  format: string;
  gui: string;
  key: string;
  category: string;
  currency: string;
  amount: string;
  country: string;
  name: string;
  city: string;
  txid: string;
}

/**
 * Decodes a Pix code from its bytes, independently of the program that wrote it. Throws what a bank's app
 * would refuse: a wrong checksum, a length that doesn't fit, a field that is missing, repeated or unknown.
 */
export function readBrCode(code: string): BrCode {
  const bytes = new TextEncoder().encode(code);
  const [body, crc] = [bytes.subarray(0, -4), new TextDecoder().decode(bytes.subarray(-4))];
  const expected = divide(body).toString(16).toUpperCase().padStart(4, "0");
  if (crc !== expected) throw new Error(`the checksum is ${crc}, not ${expected}`);
  const fields = readFields(bytes);
  if ([...fields.keys()].at(-1) !== "63") throw new Error("the checksum is not the last field");
  const account = readFields(new TextEncoder().encode(fields.get("26")));
  const more = readFields(new TextEncoder().encode(fields.get("62")));
  const known = { top: "00 26 52 53 54 58 59 60 62 63", account: "00 01", more: "05" };
  const found = {
    top: [...fields.keys()].join(" "),
    account: [...account.keys()].join(" "),
    more: [...more.keys()].join(" "),
  };
  if (JSON.stringify(found) !== JSON.stringify(known)) {
    throw new Error(`unexpected fields: ${JSON.stringify(found)}`);
  }
  const read = (from: Map<string, string>, tag: string) => from.get(tag) ?? "";
  return {
    format: read(fields, "00"),
    gui: read(account, "00"),
    key: read(account, "01"),
    category: read(fields, "52"),
    currency: read(fields, "53"),
    amount: read(fields, "54"),
    country: read(fields, "58"),
    name: read(fields, "59"),
    city: read(fields, "60"),
    txid: read(more, "05"),
  };
}

function readFields(bytes: Uint8Array): Map<string, string> {
  const text = new TextDecoder("utf-8", { fatal: true });
  const fields = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const head = text.decode(bytes.subarray(at, at + 4));
    if (!/^\d{4}$/.test(head)) throw new Error(`no field begins with "${head}"`);
    const [tag, length] = [head.slice(0, 2), Number(head.slice(2))];
    const value = bytes.subarray(at + 4, at + 4 + length);
    if (length === 0 || value.length !== length) throw new Error(`field ${tag} is cut off`);
    if (fields.has(tag)) throw new Error(`field ${tag} is repeated`);
    fields.set(tag, text.decode(value));
    at += 4 + length;
  }
  return fields;
}

/** Remainder of the polynomial division, bit by bit, of the message with its first 16 bits inverted. */
export function divide(message: Uint8Array): number {
  const padded = [...message, 0, 0];
  const bits = padded.flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  for (let at = 0; at < 16; at += 1) bits[at] = 1 - (bits[at] ?? 0);
  const divisor = [...(0b1_0001_0000_0010_0001).toString(2)].map(Number);
  for (let at = 0; at + 16 < bits.length; at += 1) {
    if (bits[at] !== 1) continue;
    for (const [offset, bit] of divisor.entries())
      bits[at + offset] = (bits[at + offset] ?? 0) ^ bit;
  }
  return Number.parseInt(bits.slice(-16).join(""), 2);
}
