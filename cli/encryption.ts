import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { CommandResult } from "./context.ts";

// Files in the format of age, which anyone can open with the programs age and rage, too. With a public
// recipient, this server encrypts what it can't read again.

/** Loaded on demand, because it takes a tenth of a second. */
const load = () => import("age-encryption");

/** Makes the secret key and prints the recipient. */
export async function createBackupKey([file]: string[]): Promise<CommandResult> {
  if (!file) return { status: 2, text: "Diga o arquivo: chave-de-backup <arquivo>" };
  const { generateX25519Identity, identityToRecipient } = await load();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const content = `# Mar de Minas: abre as cópias dos backups. Sem esta chave, ninguém as repõe.
# public key: ${recipient}
${identity}
`;
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return { status: 1, text: `${file} já existe, e ficou como está.` };
  }
  return {
    status: 0,
    text: `A chave está em ${file}. Guarde-a em dois lugares fora deste servidor e apague-a daqui: sem ela, as cópias não servem para nada.
Na configuração do site:
BACKUP_RECIPIENT=${recipient}`,
    data: { file, recipient },
  };
}

/** Reads the secret key from a file of this program or of age-keygen. */
export async function readBackupKey(file: string): Promise<string> {
  const [identity] = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(await readFile(file, "utf8")) ?? [];
  if (!identity) throw new Error(`Em ${file} não há uma chave de backup (AGE-SECRET-KEY-1…).`);
  return identity;
}

export async function recipientOf(identity: string): Promise<string> {
  const { identityToRecipient } = await load();
  return identityToRecipient(identity);
}

/**
 * Each recipient's copies have a folder of their own: photos encrypted for a former key would look
 * present, but the new key can't open them. Named by a hash, because whoever knows the recipient could
 * forge copies.
 */
export function folderOf(recipient: string): string {
  return `chave-${createHash("sha256").update(recipient).digest("hex").slice(0, 16)}`;
}

export interface Encrypted {
  content: Readable;
  size: number;
}

/** Encrypts content of `size` bytes. */
export async function encrypt(
  recipient: string,
  content: Readable,
  size: number,
): Promise<Encrypted> {
  const { Encrypter } = await load();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(toWeb(content));
  return { content: fromWeb(encrypted), size: encrypted.size(size) };
}

/** Decrypts; ends with an error if any of the content isn't what was encrypted. */
export async function* decrypt(identity: string, content: Readable): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await load();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const decrypted = await decrypter.decrypt(toWeb(content));
  yield* fromWeb(decrypted);
}

// Node's own type lacks what browsers' streams have.
function toWeb(content: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(content) as ReadableStream<Uint8Array>;
}

function fromWeb(content: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(content as NodeStream);
}
