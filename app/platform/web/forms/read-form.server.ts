import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";

/** The site's largest form has some forty. */
const maxEntries = 200;

/** Six times the site's largest form. */
const maxCharacters = 500_000;

/** Throws a 4xx with a sentence for a form that is malformed, broken off or too large. */
export async function readForm(request: Request): Promise<FormData> {
  const formData = await request.formData().catch(() => {
    throw incomplete();
  });
  const count = createCounter();
  for (const [name, value] of formData) count(name, typeof value === "string" ? value : value.name);
  return formData;
}

interface FormFile {
  field: string;
  filename: string;
  bytes: Buffer;
}

export interface FileReading {
  /** Larger files are truncated after this many bytes. */
  maxBytes: number;
  /** Called for one file at a time; the next is read once it resolves. */
  take: (file: FormFile, fieldsBefore: FormData) => Promise<void>;
}

/** Like {@link readForm}, but hands over files one at a time. May throw after some were taken. */
export async function readFormWithFiles(request: Request, files: FileReading): Promise<FormData> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!request.body || !/^multipart\/form-data/i.test(contentType)) return readForm(request);
  const formData = new FormData();
  const count = createCounter();
  const stop = new AbortController();
  function unlessRefused(work: () => void): void {
    try {
      work();
    } catch (error) {
      stop.abort(error);
    }
  }
  let taking = Promise.resolve();
  const parser = openParser(contentType, files.maxBytes)
    .on("field", (name, value) =>
      unlessRefused(() => {
        count(name, value);
        formData.append(name, value);
      }),
    )
    .on("file", (field, stream, filename) => {
      unlessRefused(() => count(field, filename));
      taking = taking
        .then(async () => {
          const bytes = Buffer.concat(await stream.toArray());
          if (!stop.signal.aborted) await files.take({ field, filename, bytes }, formData);
        })
        .catch((error) => stop.abort(error));
    });
  try {
    const { signal } = stop;
    await pipeline(Readable.fromWeb(request.body as never), parser, { signal });
  } catch {
    stop.signal.throwIfAborted();
    throw incomplete();
  }
  await taking;
  stop.signal.throwIfAborted();
  return formData;
}

function openParser(contentType: string, fileSize: number): BusboyInstance {
  try {
    const limits = { fileSize, fieldSize: 4 * maxCharacters, parts: maxEntries + 1 };
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw incomplete();
  }
}

function createCounter(): (name: string, text: string) => void {
  let entries = 0;
  let characters = 0;
  return (name, text) => {
    entries += 1;
    characters += name.length + text.length;
    if (entries > maxEntries) throw formError(413, "O formulário tem campos demais.");
    if (characters > maxCharacters) throw formError(413, "O formulário tem texto demais.");
  };
}

function incomplete() {
  return formError(400, "O formulário chegou incompleto ou num formato que não entendemos.");
}

function formError(status: 400 | 413, sentence: string) {
  return data(sentence, { status });
}
