import type { RouterContextProvider } from "react-router";
import { isInviter } from "../../../domain/testimonials/inviter.server.ts";
import { senderContext } from "../../../platform/mail/sender.server.ts";
import { linkingSite } from "../../../platform/mail/signed-links.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  wide,
  wideNetwork,
} from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { TestimonialInput } from "./testimonial-form.ts";
import { writeTestimonial } from "./write-testimonial.server.ts";

const day = 24 * hour;

const writingsOfAddress: Limit = { name: "testimonial-address", points: 20, duration: day };
/** Nobody may make the site write to one person more often. */
const writingsOfEmail: Limit = { name: "testimonial-email", points: 5, duration: day };
const writingsOfInvitation: Limit = { name: "testimonial-invitation", points: 5, duration: day };

const tooManyWritings = refuse(
  "too-many-tries",
  "Você já enviou este depoimento muitas vezes hoje. Procure o nosso e-mail também na caixa de spam, ou tente amanhã.",
  { status: 429 },
);

/** Takes what a guest wrote by an invitation of the advertiser `uid`. */
export async function receiveTestimonial(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { id, uid }: { id: string; uid: string },
  input: TestimonialInput,
) {
  const { clientAddress, hashAddress } = context.get(siteContext);
  const networkHash = hashAddress("testimonial", wideNetwork(clientAddress));
  const isWithin = await takeTry(context, [
    [writingsOfAddress, hashAddress("testimonial", clientAddress)],
    // One customer may hold a whole /48, which the hash would hide.
    [wide(writingsOfAddress), networkHash],
    [writingsOfEmail, input.email.toLowerCase()],
    [writingsOfInvitation, id],
  ]);
  if (!isWithin) return tooManyWritings;
  const writer = { networkHash, isInviter: await isInviter(context, request, uid) };
  const result = await writeTestimonial(linkingSite(context), id, input, writer);
  if (result.ok) await context.get(senderContext).forget(result.mailIds, null);
  return result;
}
