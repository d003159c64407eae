import { formatDay } from "../../calendar/civil-date.ts";
import { ChoiceTile } from "../../ui/forms/choice-tile.tsx";
import type { Passkey } from "./kept-passkeys.server.ts";
import styles from "./unwanted-passkeys.module.css";

const fieldName = "apagarChave";

/** Part of a form that confirms an address; {@link readUnwanted} reads it. */
export function UnwantedPasskeys({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <fieldset className={styles.keys}>
      <legend>
        Esta conta já tem {passkeys.length === 1 ? "uma chave" : "chaves"} de acesso, que entra
        {passkeys.length === 1 ? "" : "m"} sem a senha. Marque, para apagar, o que não é seu:
      </legend>
      {passkeys.map(({ credentialId, nome, createdAt }) => (
        <ChoiceTile
          key={credentialId}
          type="checkbox"
          name={fieldName}
          value={credentialId}
          defaultChecked={false}
        >
          {nome || "Chave sem nome"}, criada em {formatDay(createdAt)}
        </ChoiceTile>
      ))}
    </fieldset>
  );
}

export function readUnwanted(formData: FormData): string[] {
  return formData.getAll(fieldName).filter((id) => typeof id === "string");
}
