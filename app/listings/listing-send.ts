import { data, isRouteErrorResponse } from "react-router";

/** A form that did not reach the server, or for which the server failed. */
export interface SendFailure {
  failure: string;
}

/**
 * Sends the form, for a route's `clientAction`. Trouble on the way is told in the form, with all
 * that was typed; redirects and refusals take their course.
 */
export async function sendKeepingForm<Answer>(send: () => Promise<Answer>) {
  try {
    return await send();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    const failure: SendFailure = {
      failure: "Não conseguimos salvar agora. O que você escreveu continua aqui: tente de novo.",
    };
    // The status keeps the page from being loaded again, which would fail like the form.
    return data(failure, { status: 503 });
  }
}
