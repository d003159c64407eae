import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { TestimonialCase } from "../cases.tsx";
import { PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import {
  listOtherTestimonials,
  listWaitingTestimonials,
} from "../testimonials/judged-testimonials.server.ts";
import { testimonialAnswers } from "../testimonials/testimonial-answers.server.ts";
import type { Route } from "./+types/testimonials-tab.ts";

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
  return answerForms(args, testimonialAnswers(context, requireStaff(context), url));
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Depoimentos");
}

export default function TestimonialsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, others } = loaderData;
  return (
    <>
      <PanelHead title="Depoimentos" />
      {waiting.length + others.length === 0 && <p className="soft">Nenhum ainda.</p>}
      {waiting.map((one) => (
        <TestimonialCase key={one.id} testimonial={one} isWaiting outcome={actionData} />
      ))}
      {others.map((one) => (
        <TestimonialCase key={one.id} testimonial={one} outcome={actionData} />
      ))}
    </>
  );
}
