import { formatInstant } from "../when.ts";

/** Limit in characters: mail programs cut long addresses off. */
const maxQuotedLength = 800;

export function replyLink(message: {
  nome: string;
  email: string;
  mensagem: string;
  createdAt: Date;
}): string {
  const { nome, email, mensagem, createdAt } = message;
  // Cut between whole characters: half an emoji can't be part of an address.
  const characters = [...mensagem];
  const start = characters.slice(0, maxQuotedLength).join("");
  const text = characters.length > maxQuotedLength ? `${start}…` : mensagem;
  const quoted = text.replace(/^/gm, "> ");
  const body = `Olá, ${nome}!\n\n\n\nEm ${formatInstant(createdAt)}, você escreveu:\n${quoted}\n`;
  const query = { subject: "Sua mensagem ao Mar de Minas", body: body.replaceAll("\n", "\r\n") };
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `mailto:${encodeURIComponent(email)}?${parts.join("&")}`;
}
