import { uploadFailure } from "../photo.ts";

/** The kinds of spec §8. */
export type UploadErrorKind =
  | "unknown"
  | "object-not-found"
  | "unauthenticated"
  | "unauthorized"
  | "quota-exceeded"
  | "retry-limit-exceeded"
  | "canceled"
  | "invalid-url"
  | "invalid-argument"
  | "server-file-wrong-size"
  | "no-download-url";

export interface UploadError {
  kind: UploadErrorKind;
  message: string;
  /** The file itself is lost: trying again is no use, and a form needn't wait. */
  isUnreadable?: boolean;
}

/** Sentences for failures without one from the server (spec §8). */
const failureSentences: Record<UploadErrorKind, string> = {
  unknown: uploadFailure,
  "object-not-found": `${uploadFailure}: o envio se perdeu. Tente de novo.`,
  unauthenticated: `${uploadFailure}: entre de novo na sua conta.`,
  unauthorized: `${uploadFailure}: este envio é de outra conta.`,
  "quota-exceeded": `${uploadFailure}: não há mais espaço para fotos.`,
  "retry-limit-exceeded": `${uploadFailure}: a conexão não respondeu. Tente de novo.`,
  canceled: "O envio da imagem foi cancelado.",
  "invalid-url": `${uploadFailure}: o endereço do envio não é válido.`,
  "invalid-argument": `${uploadFailure}: ela não foi aceita.`,
  "server-file-wrong-size": `${uploadFailure}: o tamanho não confere. Tente de novo.`,
  "no-download-url": `${uploadFailure}: ela chegou, mas não abriu. Tente de novo.`,
};

const kindsByStatus: Record<number, UploadErrorKind> = {
  400: "invalid-argument",
  401: "unauthenticated",
  402: "quota-exceeded",
  403: "unauthorized",
  404: "object-not-found",
  410: "object-not-found",
  413: "invalid-argument",
  415: "invalid-argument",
  422: "invalid-argument",
};

export function uploadError(kind: UploadErrorKind): UploadError {
  return { kind, message: failureSentences[kind] };
}

/** Uses the response as the sentence only if it is a short plain text of ours. */
export function uploadErrorOf(status: number | null, body: string): UploadError {
  const error = uploadError(kindsByStatus[status ?? 0] ?? "unknown");
  const text = body.trim();
  const isSentence = text !== "" && text.length <= 300 && !/[<{]/.test(text);
  // A proxy's own 5xx may be a plain text, too.
  const isOurs = status !== null && (status < 500 || text.startsWith(uploadFailure));
  return isOurs && isSentence ? { ...error, message: text } : error;
}
