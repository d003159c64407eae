import type { PixReceiver } from "../../platform/web/site.server.ts";

export interface PixCharge {
  /** BRL. */
  cents: number;
  /** At most 25 letters and digits. */
  txid: string;
}

/**
 * Writes a static Pix code ("copia e cola") as in the central bank's manual of initiation standards:
 * EMV fields of a tag, a length in bytes and a value, the last of which is a checksum of all others.
 */
export function writeBrCode({ key, name, city }: PixReceiver, { cents, txid }: PixCharge): string {
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const unchecked = [
    field("00", "01"),
    field("26", field("00", "br.gov.bcb.pix") + field("01", key)),
    field("52", "0000"),
    field("53", "986"),
    field("54", amount),
    field("58", "BR"),
    field("59", name),
    field("60", city),
    field("62", field("05", txid)),
    "6304",
  ].join("");
  return unchecked + checksum(unchecked).toString(16).toUpperCase().padStart(4, "0");
}

/** Throws if the value isn't what a field can hold: 1 to 99 characters of ASCII, a byte each. */
function field(tag: string, value: string): string {
  if (!/^[ -~]{1,99}$/.test(value)) throw new Error(`field ${tag} of a Pix code can't hold this`);
  return tag + String(value.length).padStart(2, "0") + value;
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, beginning with 0xFFFF. */
export function checksum(ascii: string): number {
  let crc = 0xffff;
  for (let at = 0; at < ascii.length; at += 1) {
    crc ^= ascii.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
    }
  }
  return crc;
}
