import {
  describeCounts,
  forgetMember,
  forgetPerson,
} from "../app/domain/privacy/forget-person.server.ts";
import type { CommandOptions, CommandResult, OperatorContext } from "./context.ts";

const usage = "Diga de quem: esquecer <e-mail>, ou esquecer <endereço da lista> <nome>";

/** Lists what would be erased; erases it with --sim. */
export async function forget(
  context: OperatorContext,
  [whom = "", ...rest]: string[],
  { sim }: Pick<CommandOptions, "sim">,
): Promise<CommandResult> {
  if (whom.includes("@") && rest.length === 0) return forgetAddress(context, whom, sim);
  const [, code = ""] = /(?:^|\/lista\/)([\w-]+)\/?$/.exec(whom) ?? [];
  const nome = rest.join(" ");
  if (code === "" || nome === "") return { status: 2, text: usage };
  const count = await forgetMember(context.db, { code, nome }, sim);
  if (count === 0) return { status: 1, text: `Não há "${nome}" nessa lista.`, data: { count } };
  return sim
    ? { status: 0, text: `Fora da lista, com os votos: ${count}.`, data: { count } }
    : ask(`Sairiam da lista, com os votos: ${count}.`, { count });
}

async function forgetAddress(
  context: OperatorContext,
  email: string,
  sim: boolean,
): Promise<CommandResult> {
  const data = await forgetPerson(context, email, sim);
  const { counts, number, hasAccount } = data;
  const found = describeCounts(counts);
  const account = hasAccount
    ? "\nEste e-mail tem uma conta, que fica: quem a tem a exclui em Minha conta."
    : "";
  if (found === "") return { status: 1, text: `Não há nada deste e-mail.${account}`, data };
  if (number === null) return ask(`Seriam apagados: ${found}.${account}`, data);
  return { status: 0, text: `Apagados: ${found}. No registro: ${number}.${account}`, data };
}

function ask(found: string, data: unknown): CommandResult {
  return { status: 1, text: `${found}\nNada foi apagado. Para apagar, repita com --sim.`, data };
}
