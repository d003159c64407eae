import { data } from "react-router";
import { DeadLink, Unsubscription } from "../../accounts/links/unsubscription.tsx";
import { signedLinksContext } from "../../mail/signed-links.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { findNumbersOff, setNumbersOff } from "../month-letters.server.ts";
import type { Route } from "./+types/no-numbers.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const uid = context.get(signedLinksContext).read("unsubscribe-numbers", params.token);
  const isOff = uid && (await findNumbersOff(context.get(siteContext).db, uid));
  const isValid = typeof isOff === "boolean";
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

/** Also accepts the one-click POST of mail programs (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const uid = context.get(signedLinksContext).read("unsubscribe-numbers", params.token);
  const isStopped = uid !== null && (await setNumbersOff(context.get(siteContext).db, uid, true));
  return data({ isStopped }, { status: isStopped ? 200 : 410 });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Números por e-mail");
}

export default function NoNumbersRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isValid || actionData?.isStopped === false) {
    return <DeadLink>Desligue os números por e-mail em Meus Anúncios.</DeadLink>;
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
