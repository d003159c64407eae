import { Link } from "react-router";
import { AccountPage } from "../../accounts/account-form.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import type { Route } from "./+types/erased.ts";

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Aviso apagado");
}

export default function ErasedRoute() {
  return (
    <AccountPage
      title="Aviso parado"
      lead="Apagamos tudo o que ele guardava: o pedido, o e-mail e as mensagens. Quando quiser outro, é só buscar."
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/search">
          Buscar ranchos e casas
        </Link>
      }
    />
  );
}
