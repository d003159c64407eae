import { useLocation } from "react-router";
import { Notice, NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";

export function LoadFailure({ message }: { message?: string }) {
  const { pathname, search } = useLocation();
  const back = (
    <Link className={message ? "btn" : "link"} to="/dashboard">
      Voltar para Meus Anúncios
    </Link>
  );
  return (
    <NoticePage>
      <title>{`${message ? "Anúncio não encontrado" : "Algo deu errado"} · Mar de Minas`}</title>
      {message ? (
        <Notice
          wide
          level={1}
          picture="vazio-placa"
          title="Este anúncio não abriu"
          error={message}
          action={back}
        >
          Ele pode ter sido excluído ou ser de outra conta.
        </Notice>
      ) : (
        <Notice
          wide
          level={1}
          picture="vazio-chuva"
          title="O tempo fechou por aqui"
          error="Não conseguimos abrir este anúncio. Confira a internet e tente de novo."
          action={
            <>
              <a className="btn" href={pathname + search}>
                Tentar de novo
              </a>
              {back}
            </>
          }
        />
      )}
    </NoticePage>
  );
}
