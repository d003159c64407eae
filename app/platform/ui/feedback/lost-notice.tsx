import { Link } from "../link.tsx";
import { Notice } from "./notice.tsx";

/** Notice for an address that leads nowhere. */
export function LostNotice() {
  return (
    <Notice
      wide
      level={1}
      picture="vazio-placa"
      title="Essa estrada não chega no lago"
      action={
        <Link className="btn" to="/">
          Voltar para o início
        </Link>
      }
    >
      Página não encontrada: ela não existe ou mudou de endereço. A seriema também não sabe.
    </Notice>
  );
}
