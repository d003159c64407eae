import { signedLinksContext } from "../../mail/signed-links.server.ts";
import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import {
  listOtherTestimonials,
  listWaitingTestimonials,
} from "../testimonials/judged-testimonials.server.ts";
import { JudgedTestimonials } from "../testimonials/judged-testimonials.tsx";
import {
  hideTestimonial,
  keepTestimonial,
  showTestimonial,
} from "../testimonials/testimonial-commands.server.ts";
import type { Route } from "./+types/testimonials.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const [waiting, others] = await Promise.all([
    listWaitingTestimonials(db),
    listOtherTestimonials(db),
  ]);
  return { waiting, others };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db, mailedSiteUrl } = context.get(siteContext);
  const site = { db, mailedSiteUrl, signedLinks: context.get(signedLinksContext) };
  return answerForms(args, {
    esconder({ text }) {
      const hidden = hideTestimonial(site, user, text("id"), text("motivo"));
      return noted(hidden, url, "Depoimento escondido. Os e-mails já estão a caminho.");
    },
    mostrar({ text }) {
      const shown = showTestimonial(site, user, text("id"));
      return noted(shown, url, "O depoimento está no anúncio de novo.");
    },
    manter: ({ text }) =>
      noted(keepTestimonial(site, user, text("id")), url, "Pronto: o depoimento fica como está."),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Depoimentos");
}

export default function TestimonialsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, others } = loaderData;
  return (
    <>
      <PanelHead title="Depoimentos" />
      {waiting.length > 0 ? (
        <JudgedTestimonials testimonials={waiting} areWaiting outcome={actionData} />
      ) : (
        <p className="soft">
          Nenhum à espera. Aqui aparecem os denunciados e os que têm sinais de invenção. Nenhum se
          esconde sozinho.
        </p>
      )}
      {others.length > 0 && (
        <section>
          <h2 id="outros">Os outros</h2>
          <JudgedTestimonials testimonials={others} outcome={actionData} />
        </section>
      )}
    </>
  );
}
