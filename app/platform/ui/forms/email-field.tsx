import { type FieldProps, TextField } from "./field.tsx";

export interface EmailFieldProps extends Pick<FieldProps, "hint" | "error"> {
  label?: string;
  autoComplete?: "username webauthn" | "email";
  defaultValue: string | undefined;
}

export function EmailField({
  label = "E-mail",
  autoComplete = "email",
  ...field
}: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      {...field}
    />
  );
}
