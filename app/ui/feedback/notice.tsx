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
  /** The one line below it. */
  children?: ReactNode;
  /** What went wrong, where something did. */
  error?: string;
  /** The one way on: a link or a button. */
  action?: ReactNode;
  /** Beside the picture instead of below it: for a page that is nothing but this. */
  wide?: boolean;
}

/** An empty, failed or lost place: picture, sentence, line, one way on. */
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
 * The page of an advertiser's listing that did not open: with the sentence that says so, or, without
 * one, as what it is, trouble on our side or on the way.
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

/** The dashes of water that move while something is on its way. */
export function Drops() {
  return (
    <span className="drops" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
