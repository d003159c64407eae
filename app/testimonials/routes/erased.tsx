import { Link } from "react-router";
import { AccountPage } from "../../accounts/account-form.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import type { Route } from "./+types/erased.ts";

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Depoimento apagado");
}

export default function ErasedRoute() {
  return (
    <AccountPage
      title="Depoimento apagado"
      lead="Apagamos tudo o que guardávamos dele: o texto, a nota, o nome, o seu e-mail e as mensagens."
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/search">
          Buscar ranchos e casas
        </Link>
      }
    />
  );
}
