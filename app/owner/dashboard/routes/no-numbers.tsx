import { data } from "react-router";
import { DeadLink, Unsubscription } from "../../../domain/accounts/links/unsubscription.tsx";
import {
  numbersStopLinks,
  setNumbersOff,
} from "../../../domain/listings/visits/month-letters.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/no-numbers.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const uid = await readLinkToken(context, numbersStopLinks, params.token);
  const isValid = uid !== null;
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

/** Also accepts the one-click POST of mail programs (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const uid = await readLinkToken(context, numbersStopLinks, params.token);
  const isStopped = uid !== null && (await setNumbersOff(db, uid, true));
  return data({ isStopped }, { status: isStopped ? 200 : 410 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Números por e-mail");
}

export default function NoNumbersRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isValid || actionData?.isStopped === false) {
    return <DeadLink>Para desligar os números, use o link do e-mail mais novo.</DeadLink>;
  }
  return (
    <Unsubscription
      isStopped={actionData?.isStopped ?? null}
      question={{
        title: "Parar os números por e-mail?",
        lead: "Uma vez por mês, mandamos quantas pessoas viram os seus anúncios e tocaram no seu contato.",
      }}
      done={{
        title: "Números desligados",
        lead: "Não vamos mais mandar os números por e-mail. Eles continuam em Meus Anúncios, onde você também liga o e-mail de novo.",
      }}
    />
  );
}
