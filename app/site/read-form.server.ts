import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";

/** Entries a form has at most: the largest of the site has some forty. */
const mostEntries = 200;

/** Characters all texts of a form have together at most: the largest of the site fits six times. */
const mostCharacters = 500_000;

/**
 * Reads the form of a request. One of another type, broken off or larger than any of the site's is
 * refused: the page then says so in a sentence, with a status of 4xx.
 */
export async function readForm(request: Request): Promise<FormData> {
  const formData = await request.formData().catch(() => {
    throw incomplete();
  });
  const count = createCounter();
  for (const [name, value] of formData) count(name, typeof value === "string" ? value : value.name);
  return formData;
}

/** A file of a form: where its field is, what it is called, and what is in it. */
interface FormFile {
  field: string;
  filename: string;
  bytes: Buffer;
}

export interface FileReading {
  /** Of a larger file only so many bytes are read. */
  maxBytes: number;
  /** Takes in one file after the other; the next is read only when it has the last. */
  take: (file: FormFile, fieldsBefore: FormData) => Promise<void>;
}

/**
 * Reads the form of a request like {@link readForm}, holding one of its files at a time; the form it
 * gives is without them. Files may have been taken in already when the form is refused.
 */
export async function readFormWithFiles(request: Request, files: FileReading): Promise<FormData> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!request.body || !/^multipart\/form-data/i.test(contentType)) return readForm(request);
  const formData = new FormData();
  const count = createCounter();
  const stop = new AbortController();
  function unlessRefused(work: () => void): void {
    try {
      work();
    } catch (refusal) {
      stop.abort(refusal);
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
    const limits = { fileSize, fieldSize: 4 * mostCharacters, parts: mostEntries + 1 };
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw incomplete();
  }
}

/** Counts the entries of a form, and refuses it where it has too many, or too much text. */
function createCounter(): (name: string, text: string) => void {
  let entries = 0;
  let characters = 0;
  return (name, text) => {
    entries += 1;
    characters += name.length + text.length;
    if (entries > mostEntries) throw refuse(413, "O formulário tem campos demais.");
    if (characters > mostCharacters) throw refuse(413, "O formulário tem texto demais.");
  };
}

function incomplete() {
  return refuse(400, "O formulário chegou incompleto ou num formato que não entendemos.");
}

function refuse(status: 400 | 413, sentence: string) {
  return data(sentence, { status });
}
