import * as z from "zod/mini";
import { parseForm } from "../../platform/ui/forms/parse-form.ts";
import { noAddressCheck, singleLineCheck } from "../../platform/ui/forms/text-rules.ts";
import { textOf } from "../../platform/web/forms/form-outcome.ts";
import { readStay } from "../calendar/read-stay.ts";
import { countLimit } from "../listings/fields.ts";
import { readPeople } from "../listings/inquiry.ts";

const planFields = ["nome", "entrada", "saida", "pessoas"] as const;

export type PlanField = (typeof planFields)[number];

/** Dates and people as stored with a list. */
export interface ListPlan {
  nome: string;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
}

const defaultName = "Nossa viagem";

const maxListNameLength = 80;
const maxMemberNameLength = 40;

const trimmed = z.pipe(
  z.transform((raw: unknown) => (typeof raw === "string" ? raw.trim() : "")),
  z.string(),
);

/** Checks the typed values; `stored` dates may be kept although they have passed. */
export function parsePlan(
  formData: FormData,
  day: string,
  stored: Pick<ListPlan, "entrada" | "saida"> | null = null,
) {
  const [entrada, saida] = [textOf(formData, "entrada"), textOf(formData, "saida")];
  const isStored = stored && entrada === stored.entrada && saida === stored.saida;
  const problems = isStored ? {} : readStay(new URLSearchParams({ entrada, saida }), day).problems;
  const { people, problem } = readPeople(textOf(formData, "pessoas").trim(), countLimit);
  const without = (problem: string | undefined) =>
    z.pipe(trimmed, z.string().check(z.refine(() => problem === undefined, problem)));
  const schema = z.pipe(
    z.object({
      nome: z.pipe(
        trimmed,
        z
          .string()
          .check(
            z.maxLength(maxListNameLength, "O nome passa de 80 caracteres. Use um mais curto."),
            singleLineCheck,
          ),
      ),
      entrada: without(problems.entrada),
      saida: without(problems.saida),
      pessoas: without(problem),
    }),
    z.transform(
      ({ nome, entrada, saida }): ListPlan => ({
        nome: nome || defaultName,
        entrada: entrada || null,
        saida: saida || null,
        pessoas: people,
      }),
    ),
  );
  // If a control is repeated, the checks above and the schema must see the same value.
  const single = new FormData();
  for (const name of planFields) single.set(name, textOf(formData, name));
  return parseForm<ListPlan, PlanField>(single, planFields, schema);
}

const memberSchema = z.object({
  nome: z.pipe(
    trimmed,
    z
      .string()
      .check(
        z.minLength(1, "Diga o seu nome, para o grupo saber quem votou."),
        z.maxLength(maxMemberNameLength, "O nome passa de 40 caracteres. Use um mais curto."),
        singleLineCheck,
        noAddressCheck,
      ),
  ),
});

export function parseMember(formData: FormData) {
  return parseForm<{ nome: string }, "nome">(formData, ["nome"], memberSchema);
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const idOrAddress = new RegExp(`^(?:${uuid})$|/posts/(${uuid})(?![\\w-])`, "i");

/** Finds the id in an ad's address, or in a message with one; null if there is none. */
export function readListingAddress(text: string): string | null {
  const found = idOrAddress.exec(text.trim());
  return found ? (found[1] ?? found[0]).toLowerCase() : null;
}
