import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import { formatDay } from "../../calendar/civil-date.ts";
import type { Passkey } from "./stored-passkeys.server.ts";
import styles from "./unwanted-passkeys.module.css";

const fieldName = "apagarChave";

/** Part of a form that confirms an address; {@link readUnwanted} reads it. */
export function UnwantedPasskeys({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <fieldset className={styles.keys}>
      <legend>
        Esta conta já tem chave de acesso, que entra sem a senha. Se alguma não for sua, marque-a:
      </legend>
      {passkeys.map(({ credentialId, nome, createdAt }) => (
        <ChoiceTile
          key={credentialId}
          type="checkbox"
          name={fieldName}
          value={credentialId}
          defaultChecked={false}
        >
          Apagar {nome || "chave sem nome"}, criada em {formatDay(createdAt)}
        </ChoiceTile>
      ))}
    </fieldset>
  );
}

export function readUnwanted(formData: FormData): string[] {
  return formData.getAll(fieldName).filter((id) => typeof id === "string");
}
