import { AccountForm } from "../../accounts/account-form.tsx";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../../site/forms/use-answered-form.ts";
import { TextArea, TextField } from "../../ui/forms/field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import { maxTextLength, minTextLength } from "../testimonial.ts";
import { RatingField } from "./rating-field.tsx";
import { parseTestimonial } from "./testimonial-form.ts";

export function WriteForm({ outcome }: { outcome: FormOutcome | undefined }) {
  const [form, fields] = useAnsweredForm({ id: "depoimento", outcome, parse: parseTestimonial });
  const { nome, email, nota, texto } = fields;
  return (
    <AccountForm
      id={form.id}
      onSubmit={form.onSubmit}
      error={form.errors?.[0]}
      action="Enviar depoimento"
    >
      <RatingField error={nota.errors} defaultValue={nota.initialValue} />
      <TextArea
        name="texto"
        label="Como foi?"
        hint={`O que você contaria a um amigo: a casa, o lugar, quem recebeu. De ${minTextLength} a ${maxTextLength} caracteres.`}
        rows={6}
        aria-required
        error={texto.errors}
        defaultValue={texto.initialValue}
      />
      <TextField
        name="nome"
        label="Seu primeiro nome"
        hint="Aparece no anúncio."
        autoComplete="given-name"
        aria-required
        error={nome.errors}
        defaultValue={nome.initialValue}
      />
      <TextField
        name="email"
        label="Seu e-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        hint="Só para você confirmar. Nunca aparece, nem para quem anuncia."
        error={email.errors}
        defaultValue={email.initialValue}
      />
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
