import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPhotoStore } from "../app/domain/photos/open-store.server.ts";
import { longRunningTimeouts, openDatabase } from "../app/platform/db/client.server.ts";
import { hasDatabase } from "../app/platform/db/embedded/cluster.server.ts";
import {
  joinEmbeddedDatabase,
  startEmbeddedDatabase,
} from "../app/platform/db/embedded/embedded.server.ts";
import { openDataDir } from "../app/platform/db/files/data-lock.server.ts";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { type Config, readOperatorConfig } from "../server/config.ts";
import { explainFailure } from "../server/explain-failure.ts";
import { createLog } from "../server/logger.ts";
import { backup } from "./backup.ts";
import { announceFailedBackup } from "./backup-alarm.ts";
import { commands } from "./commands.ts";
import type { Command, CommandOptions, CommandResult, OperatorContext } from "./context.ts";
import { dailyBackup } from "./daily-backup.ts";
import { requireMailedSite } from "./noted-site.ts";
import { restore, verify } from "./restore.ts";
import { showVersion } from "./version-command.ts";

const help = `Uso: npm run operador -- <comando> [--json]

  plano <e-mail> <basico|profissional|nenhum>   dá um plano sem data para terminar
  plano <e-mail> <plano> --ate AAAA-MM-DD       dá um plano até esta data, incluída
  plano <e-mail> <plano> --por <prazo>          por mes, ano, 30-dias ou 6-meses; renova desde o fim
  equipe                                        lista quem cuida do site em /operador
  equipe adicionar <e-mail>                     põe na equipe uma conta que já existe
  equipe remover <e-mail>                       tira da equipe
  equipe novo-fator <e-mail>                    apaga o segundo fator de quem o perdeu
  usuarios                                      lista os anunciantes
  anuncios                                      lista os anúncios
  anuncios remover <id> [motivo]                exclui um anúncio com as fotos e escreve ao dono
  mensagens                                     lista os e-mails da fila
  mensagens reenviar <id>                       envia um e-mail de novo
  esquecer <e-mail> [--sim]                     apaga o que uma pessoa sem conta deixou no site
  esquecer <lista> <nome> [--sim]               tira um nome de uma lista do grupo, com os votos
  banco                                         mostra o que o banco está fazendo, e desde quando
  fotos                                         conta as que esperam por tamanhos ou comparação
  fotos varrer                                  apaga o que não é de nenhum anúncio há um dia
  vitals [dias]                                 mostra a rapidez das páginas nos últimos dias (7)
  backup <arquivo>                              guarda banco e fotos em um arquivo
  backup-diario <pasta> [cópias]                faz um backup, confere-o e guarda os últimos (30)
  backup-falhou                                 escreve a SITE_EMAIL que o backup falhou
  verificar <arquivo>                           prova que um backup pode ser reposto
  versao                                        diz que versão é esta e quando foi construída
  aceitar-banco                                 aceita um banco mais antigo, ou outro, no próximo início
  restore <arquivo>                             repõe um backup em um site vazio, parado
  restore <…> --antes <pasta>                   termina de novo o que já terminou no banco de antes

Cada comando aceita --help e --json. O site pode estar rodando (menos no restore).
Com DATABASE_URL, DATABASE_OWNER_URL e DATA_DIR, os mesmos do site, o comando vale para aquele site.
`;

const programDir = join(import.meta.dirname, "..");
const startScratch = (folder: string) => startEmbeddedDatabase(folder);
const archiving: Record<string, Command> = {
  backup,
  "backup-diario": dailyBackup,
  "backup-falhou": announceFailedBackup,
  restore,
};

const knownOptions = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  ate: { type: "string" },
  por: { type: "string" },
  antes: { type: "string" },
  sim: { type: "boolean" },
} as const;

interface Terminal {
  env: Record<string, string | undefined>;
  stdout: { write: (text: string) => void };
  stderr: { write: (text: string) => void };
}

if (import.meta.main) process.exitCode = await runOperator(process.argv.slice(2), process);

export async function runOperator(args: string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: knownOptions,
  });
  const [name = "", ...rest] = positionals;
  const command = commands[name] ?? archiving[name];
  const options = readOptions(values);
  const withoutSite: Record<string, () => Promise<CommandResult>> = {
    // This starts a PostgreSQL of its own.
    verificar: () => verify({ programDir, startScratch }, rest),
    versao: async () => showVersion(programDir),
  };
  const run =
    withoutSite[name] ??
    (command && (() => withContext(terminal, name, (context) => command(context, rest, options))));
  // A misspelt --ate would otherwise grant a plan without an end.
  const unknown = Object.keys(values).find((option) => !Object.hasOwn(knownOptions, option));
  if (!run || values.help || unknown !== undefined) {
    const line = help
      .split("\n")
      .filter((text) => text.trim().startsWith(`${name} `) || text.trim() === name);
    let fault = "";
    if (unknown !== undefined) fault = `Não há a opção --${unknown}.\n\n`;
    else if (!run && name !== "") fault = `Não há o comando ${name}.\n\n`;
    const usage = run && values.help ? `Uso: npm run operador --\n${line.join("\n")}\n` : help;
    (values.help || name === "" ? stdout : stderr).write(fault + usage);
    return values.help ? 0 : 2;
  }
  try {
    const result = await run();
    const out = result.status === 0 ? stdout : stderr;
    out.write(`${values.json ? asJson(result) : result.text}\n`);
    return result.status;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    stderr.write(`${explainFailure(error) ?? reason}\n`);
    return 1;
  }
}

function readOptions(values: Record<string, unknown>): CommandOptions {
  // An option without its value is `true`.
  const read = (name: string) => {
    const value = values[name];
    return value === true ? "" : (value as string | undefined);
  };
  return {
    ate: read("ate"),
    por: read("por"),
    antes: read("antes"),
    sim: values.sim === true,
  };
}

function asJson({ data, text }: CommandResult): string {
  return JSON.stringify(data ?? { message: text });
}

function requireOperatorConfig(env: Terminal["env"]): Config {
  const read = readOperatorConfig(env);
  if ("problems" in read) throw new StartRefusal(read.problems.join("\n"));
  return read.config;
}

async function withContext(
  { env, stderr }: Terminal,
  name: string,
  work: (context: OperatorContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const config = requireOperatorConfig(env);
  await openDataDir(config.dataDir);
  // Else a mistyped folder would get a database of its own, and say that nothing is there.
  if (name !== "restore" && !config.databaseUrl && !hasDatabase(config.dataDir)) {
    throw new StartRefusal(`Não há site em ${config.dataDir}. Confira DATA_DIR.`);
  }
  const log = createLog("warn", stderr);
  const embedded = config.databaseUrl ? null : await joinEmbeddedDatabase(config.dataDir, log);
  const { db, close } = openDatabase(
    config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? "",
    (error) => log.warn({ err: error }, "database connection lost"),
    longRunningTimeouts,
  );
  try {
    const photoStore = await openPhotoStore(config.dataDir, config.photos);
    return await work({
      db,
      photoStore,
      requireMailedSite: () => requireMailedSite(db, config),
      dataDir: config.dataDir,
      programDir,
      startScratch,
    });
  } finally {
    await close();
    await embedded?.stop();
  }
}
