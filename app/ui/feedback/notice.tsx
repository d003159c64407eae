import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Icon } from "../icon.tsx";
import { Illustration, type IllustrationName } from "../pictures/illustration.tsx";

export interface NoticeProps {
  picture: IllustrationName;
  /** The sentence. */
  title: string;
  /** The level of its heading; 2 where the page has a title of its own. */
  level?: 1 | 2 | 3;
  /** One line below the title. */
  children?: ReactNode;
  /** The error message, if something failed. */
  error?: string;
  /** The single way forward: a link or a button. */
  action?: ReactNode;
  /** Text beside the picture, for a page that consists of nothing else. */
  wide?: boolean;
}

/** An empty, failed or missing page: picture, title, explanation and one action. */
export function Notice({
  picture,
  title,
  level = 2,
  children,
  error,
  action,
  wide = false,
}: NoticeProps) {
  const Title = `h${level}` as const;
  const sizes = wide ? "(min-width: 60rem) 42rem, 100vw" : "(min-width: 60rem) 36rem, 100vw";
  const words = (
    <>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {error && (
        <p className="err" role="alert">
          <Icon name="circle-exclamation-point" />
          {error}
        </p>
      )}
      {action}
    </>
  );
  return (
    <div className="frame">
      {wide ? (
        <div className="lost">
          <Illustration name={picture} sizes={sizes} loading="eager" />
          <div className="none">{words}</div>
        </div>
      ) : (
        <div className="none">
          <Illustration name={picture} sizes={sizes} loading="eager" />
          {words}
        </div>
      )}
    </div>
  );
}

/**
 * The error page of an advertiser's own listing: not found with a `message`, otherwise a failure of
 * the site or the connection.
 */
export function LoadFailure({ message }: { message?: string }) {
  const { pathname, search } = useLocation();
  const back = (
    <Link className={message ? "btn" : "link"} to="/dashboard">
      Voltar para Meus Anúncios
    </Link>
  );
  return (
    <div className="wrap page-lost">
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
    </div>
  );
}

/** The loading indicator: moving dashes of water. */
export function LoadingWaves() {
  return (
    <span className="drops" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
