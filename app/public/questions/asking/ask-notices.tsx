import { Notice, NoticePage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";

export interface AskedNoticeProps {
  /** The operator looks at it first. */
  isHeld: boolean;
  /** Path of the ad. */
  back: string;
}

export function askedTitle(isHeld: boolean): string {
  return isHeld ? "Pergunta recebida" : "Pergunta enviada!";
}

export function AskedNotice({ isHeld, back }: AskedNoticeProps) {
  return (
    <NoticePage>
      <Notice
        wide
        level={1}
        picture="lago-amanhecer"
        title={askedTitle(isHeld)}
        action={
          <Link className="btn" to={back}>
            Voltar para o anúncio
          </Link>
        }
      >
        {isHeld
          ? "O mesmo texto já foi para outros anunciantes hoje. Nossa equipe dá uma olhada antes de passá-lo adiante, e você recebe um e-mail quando ele for."
          : "A resposta vem para o seu e-mail."}
      </Notice>
    </NoticePage>
  );
}

export interface ClosedNoticeProps {
  isOwn: boolean;
  /** Path of the ad. */
  back: string;
}

export function ClosedNotice({ isOwn, back }: ClosedNoticeProps) {
  return (
    <NoticePage>
      <Notice
        wide
        level={1}
        picture="vazio-pier"
        title={isOwn ? "Este anúncio é seu" : "Aqui, a conversa é por telefone"}
        action={
          isOwn ? (
            <Link className="btn" to="/perguntas">
              Ver as perguntas que recebi
            </Link>
          ) : (
            <Link className="btn" to={back}>
              Ver telefone e WhatsApp
            </Link>
          )
        }
      >
        {isOwn
          ? "As perguntas dos hóspedes chegam no seu e-mail e na sua lista de perguntas."
          : "Este anunciante não recebe perguntas por e-mail. Ligue ou chame no WhatsApp: o número está no anúncio."}
      </Notice>
    </NoticePage>
  );
}
