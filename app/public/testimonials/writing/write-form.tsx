import { AccountForm } from "../../../domain/accounts/account-form.tsx";
import { maxTextLength, minTextLength } from "../../../domain/testimonials/testimonial.ts";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { TextArea, TextField } from "../../../platform/ui/forms/field.tsx";
import { TrapField } from "../../../platform/ui/forms/trap-field.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import { RatingField } from "./rating-field.tsx";

export function WriteForm({ outcome }: { outcome: FormOutcome | undefined }) {
  const { errors = {}, typed = {}, message } = outcome ?? {};
  return (
    <AccountForm error={message} action="Enviar depoimento">
      <RatingField error={errors.nota} defaultValue={typed.nota} />
      <TextArea
        name="texto"
        label="Como foi?"
        hint={`O que você contaria a um amigo: a casa, o lugar, quem recebeu. De ${minTextLength} a ${maxTextLength} caracteres.`}
        rows={6}
        aria-required
        error={errors.texto}
        defaultValue={typed.texto}
      />
      <TextField
        name="nome"
        label="Seu primeiro nome"
        hint="Aparece no anúncio."
        autoComplete="given-name"
        aria-required
        error={errors.nome}
        defaultValue={typed.nome}
      />
      <EmailField
        label="Seu e-mail"
        hint="Só para você confirmar. Nunca aparece, nem para quem anuncia."
        error={errors.email}
        defaultValue={typed.email}
      />
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
