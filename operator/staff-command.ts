import { addStaff, listStaff, removeStaff } from "../app/operation/staff/staff.server.ts";
import { columns } from "./columns.ts";
import type { CommandResult, OperatorContext } from "./context.ts";

export async function handleStaff(
  { db }: OperatorContext,
  [verb = "listar", email]: string[],
): Promise<CommandResult> {
  if (verb === "listar") return list(await listStaff(db));
  if ((verb !== "adicionar" && verb !== "remover") || !email) {
    return { status: 2, text: "Diga o que fazer: equipe [adicionar|remover <e-mail>]" };
  }
  const isAdding = verb === "adicionar";
  const result = await (isAdding ? addStaff(db, email) : removeStaff(db, email));
  if (!result.ok) return { status: 1, text: result.message };
  const text = isAdding
    ? `${result.email} agora é da equipe, e cuida do site em /operador.`
    : `${result.email} não é mais da equipe.`;
  return { status: 0, text, data: { email: result.email } };
}

function list(rows: Awaited<ReturnType<typeof listStaff>>): CommandResult {
  const table = rows.map(({ email, displayName, createdAt }) => [
    email,
    displayName,
    createdAt.toISOString().slice(0, 10),
  ]);
  return { status: 0, text: columns(["e-mail", "nome", "desde"], table), data: rows };
}
