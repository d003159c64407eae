import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Field, type FieldProps } from "../ui/field.tsx";
import { Illustration, type IllustrationName } from "../ui/illustration.tsx";
import { Drops } from "../ui/notice.tsx";
import "./accounts.css";

export interface AccountPageProps {
  title: string;
  lead: string;
  picture: IllustrationName;
  /** The form. */
  children: ReactNode;
  /** The way to the other page. */
  otherwise: ReactNode;
}

/** The frame of login and register: the form on sand, a picture of the lake beside it. */
export function AccountPage({ title, lead, picture, children, otherwise }: AccountPageProps) {
  return (
    <div className="gate">
      <div className="shore">
        <header>
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </header>
        {children}
        <p className="otherwise">{otherwise}</p>
      </div>
      <div className="view">
        <Illustration name={picture} sizes="(min-width: 60rem) 50vw, 100vw" loading="eager" />
      </div>
    </div>
  );
}

export interface AccountFormProps extends ComponentProps<typeof Form> {
  /** What is wrong with the form as a whole. */
  error?: string;
  /** What its button says. */
  action: string;
}

/** A form with one button, which says 'Aguarde...' while it works (spec §2). */
export function AccountForm({ error, action, children, ...form }: AccountFormProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" noValidate {...form}>
      {error && (
        <p className="note note--earth" role="alert">
          <CircleAlert className="i" aria-hidden />
          <b>{error}</b>
        </p>
      )}
      {children}
      <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <Drops />}
        {isBusy ? "Aguarde..." : action}
      </button>
    </Form>
  );
}

export interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
}

/** A password, with a way to see it. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...field}>
      {(control) => (
        <span className="secret">
          <input
            {...control}
            className="in"
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
          <button
            type="button"
            className="mini"
            aria-pressed={isShown}
            aria-label={`Mostrar ${field.label.toLowerCase()}`}
            title={isShown ? "Esconder" : "Mostrar"}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon className="i" aria-hidden />
          </button>
        </span>
      )}
    </Field>
  );
}
