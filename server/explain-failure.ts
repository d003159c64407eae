import pg from "pg";
import { isDatabaseUnavailable } from "../app/platform/db/client.server.ts";
import { isStartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { summarizeError } from "./logger.ts";

/** A sentence about what the person at the terminal can mend; null about anything else. */
export function explainFailure(error: unknown): string | null {
  if (isStartRefusal(error)) return error.message;
  if (isDatabaseUnavailable(error)) {
    return `O banco de dados não responde. Confira DATABASE_URL e DATABASE_OWNER_URL, e se o banco está no ar. (${summarizeError(error)})`;
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = explainCause(cause);
    if (sentence) return sentence;
  }
  return null;
}

function explainCause(cause: Error): string | null {
  const { code = "", path } = cause as NodeJS.ErrnoException;
  if (cause instanceof pg.DatabaseError) {
    const fault = databaseFaults[code];
    return fault ? `${fault} Confira DATABASE_URL e DATABASE_OWNER_URL.` : null;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)/.test(code) || /SSL/.test(cause.message)) {
    return `A conexão segura não foi aceita: ${cause.message}. Confira o certificado e o sslmode de DATABASE_URL.`;
  }
  if (code === "ERR_SQLITE_ERROR") {
    return "Não dá para escrever na pasta de dados. Confira DATA_DIR, o dono da pasta e se o disco é só de leitura.";
  }
  if (code === "ERR_MODULE_NOT_FOUND") {
    return `O programa está incompleto: rode npm run build. (${cause.message})`;
  }
  // Only backups are compressed.
  if (code === "Z_BUF_ERROR") return "O backup está cortado. Copie-o de novo de onde ele veio.";
  if (code === "Z_DATA_ERROR") return "O arquivo não é um backup, ou está danificado.";
  const fault = fileFaults[code];
  return fault && path !== undefined ? `${fault}: ${path}. Confira DATA_DIR.` : null;
}

const databaseFaults: Record<string, string> = {
  "28P01": "O banco de dados não aceitou o usuário ou a senha.",
  "28000": "O banco de dados não aceitou o usuário.",
  "3D000": "O banco de dados não existe no servidor.",
};

const fileFaults: Record<string, string> = {
  EACCES: "Sem permissão",
  EPERM: "Sem permissão",
  EROFS: "O disco é só de leitura",
  ENOSPC: "O disco está cheio",
  EDQUOT: "O disco está cheio",
  EEXIST: "É um arquivo, e devia ser uma pasta",
  ENOTDIR: "É um arquivo, e devia ser uma pasta",
  EISDIR: "É uma pasta, e devia ser um arquivo",
  ENOENT: "Não existe",
  EIO: "O disco falhou",
};
