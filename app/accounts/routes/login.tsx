import { useForm } from "@conform-to/react";
import { data, Link, redirect } from "react-router";
import { TextField } from "../../ui/field.tsx";
import { AccountForm, AccountPage, PasswordField } from "../account-form.tsx";
import { logIn } from "../auth.server.ts";
import { parseLogin } from "../credentials.ts";
import type { Route } from "./+types/login.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseLogin(await request.formData());
  const hideFields = ["password"];
  if (submission.status !== "success") {
    return data(submission.reply({ hideFields }), { status: 400 });
  }
  const result = await logIn(context, request, submission.value);
  if (result.ok) return redirect("/", { headers: result.headers });
  const errors = result.field
    ? { fieldErrors: { [result.field]: [result.message] } }
    : { formErrors: [result.message] };
  return data(submission.reply({ hideFields, ...errors }), { status: 400 });
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Entrar · Mar de Minas" }];
}

export default function Login({ actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    id: "login",
    lastResult: actionData,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseLogin(formData),
  });
  return (
    <AccountPage
      title="Entrar"
      lead="Que bom te ver de volta. Seus anúncios estão esperando."
      picture="lago-amanhecer"
      otherwise={
        <>
          Ainda não tem conta?{" "}
          <Link className="link" to="/register">
            Cadastrar
          </Link>
        </>
      }
    >
      <AccountForm id={form.id} onSubmit={form.onSubmit} error={form.errors?.[0]} action="Entrar">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          error={fields.email.errors}
          defaultValue={fields.email.initialValue}
        />
        <PasswordField
          name="password"
          label="Senha"
          autoComplete="current-password"
          error={fields.password.errors}
        />
      </AccountForm>
    </AccountPage>
  );
}
