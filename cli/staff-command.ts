import { civilDateOf } from "../app/domain/calendar/civil-date.ts";
import { addStaff, listStaff, removeStaff, resetFactors } from "../app/panel/staff/staff.server.ts";
import type { CommandResult, OperatorContext } from "./context.ts";
import { columns } from "./text-columns.ts";

const outcomes = {
  adicionar: "agora é da equipe, e cuida do site em /operador.",
  remover: "não é mais da equipe.",
  "novo-fator": "saiu de todos os aparelhos, e cria outro segundo fator ao abrir /operador.",
};

function isChange(verb: string): verb is keyof typeof outcomes {
  return Object.hasOwn(outcomes, verb);
}

export async function handleStaff(
  { db, requireMailedSite }: OperatorContext,
  [verb = "listar", email]: string[],
): Promise<CommandResult> {
  if (verb === "listar") return list(await listStaff(db));
  const changes = {
    adicionar: async () => addStaff(db, email ?? "", await requireMailedSite()),
    remover: () => removeStaff(db, email ?? ""),
    "novo-fator": async () => resetFactors(db, email ?? "", await requireMailedSite()),
  };
  if (!isChange(verb) || !email) {
    return { status: 2, text: "Diga o que fazer: equipe [adicionar|remover|novo-fator <e-mail>]" };
  }
  const result = await changes[verb]();
  if (!result.ok) return { status: 1, text: result.message };
  return { status: 0, text: `${result.email} ${outcomes[verb]}`, data: { email: result.email } };
}

function list(rows: Awaited<ReturnType<typeof listStaff>>): CommandResult {
  const table = rows.map(({ email, displayName, createdAt }) => [
    email,
    displayName,
    civilDateOf(createdAt),
  ]);
  return { status: 0, text: columns(["e-mail", "nome", "desde"], table), data: rows };
}
