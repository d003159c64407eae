import type { RouterContextProvider } from "react-router";
import { linkingSite } from "../../platform/mail/signed-links.server.ts";
import type { SentForm } from "../../platform/web/forms/answer-forms.server.ts";
import { noted } from "../answer-panel.server.ts";
import type { Operator } from "../staff/staff.server.ts";
import { dismissFlags, hideTestimonial, showTestimonial } from "./testimonial-commands.server.ts";

/** Answers the forms of `TestimonialCase`, on either page that has them. */
export function testimonialAnswers(
  context: Readonly<RouterContextProvider>,
  operator: Operator,
  url: URL,
) {
  const site = linkingSite(context);
  return {
    esconder({ text }: SentForm) {
      const hidden = hideTestimonial(site, operator, text("id"), text("motivo"));
      return noted(hidden, url, "Depoimento escondido. Os e-mails já estão a caminho.");
    },
    mostrar({ text }: SentForm) {
      const shown = showTestimonial(site, operator, text("id"));
      return noted(shown, url, "O depoimento está no anúncio de novo.");
    },
    manter({ text }: SentForm) {
      const dismissed = dismissFlags(site, operator, text("id"));
      return noted(dismissed, url, "Pronto: o depoimento fica como está.");
    },
  };
}
