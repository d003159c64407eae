/**
 * Paths followed by a secret: those of the routes whose one parameter is `:token`, `:codigo` or `:arquivo`.
 * No log keeps what follows them, neither ours nor Caddy's (deploy/Caddyfile). They are listed, and compared
 * with both in server/deployment.test.ts, because a log begins before the routes are loaded, and also in the
 * command line, which never loads them.
 */
export const secretPaths = [
  "/nova-senha/",
  "/novo-email/",
  "/confirmar-email/",
  "/calendario-em-dia/",
  "/sem-lembretes/",
  "/sem-numeros/",
  "/pergunta/",
  "/minha-pergunta/",
  "/depoimento/",
  "/meu-depoimento/",
  "/calendarios/",
  "/lista/",
  "/avisos/",
];
