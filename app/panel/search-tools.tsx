import { Form } from "react-router";
import fieldStyles from "../ui/forms/field.module.css";
import { Field, SelectFrame, TextField } from "../ui/forms/field.tsx";
import styles from "./panel.module.css";

export interface SearchToolsProps {
  placeholder: string;
  q: string | null;
  selects: SearchSelect[];
}

interface SearchSelect {
  name: string;
  label: string;
  all: string;
  options: Readonly<Record<string, string>>;
  value: string | null;
}

/** A form that keeps its values in the URL. */
export function SearchTools({ placeholder, q, selects }: SearchToolsProps) {
  return (
    <Form className={styles.tools} role="search">
      <TextField
        name="q"
        type="search"
        label="Procurar"
        placeholder={placeholder}
        maxLength={100}
        defaultValue={q ?? ""}
        key={q}
      />
      {selects.map(({ name, label, all, options, value }) => (
        <Field key={`${name} ${value}`} name={name} label={label}>
          {(control) => (
            <SelectFrame>
              <select {...control} className={fieldStyles.input} defaultValue={value ?? ""}>
                <option value="">{all}</option>
                {Object.entries(options).map(([option, text]) => (
                  <option key={option} value={option}>
                    {text}
                  </option>
                ))}
              </select>
            </SelectFrame>
          )}
        </Field>
      ))}
      <button type="submit" className="btn btn--line">
        Buscar
      </button>
    </Form>
  );
}
