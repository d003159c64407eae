import { data, isRouteErrorResponse } from "react-router";

export interface SendFailure {
  failure: string;
}

/** For a route's `clientAction`: failures are shown in the form, which keeps everything typed. */
export async function sendKeepingForm<Answer>(send: () => Promise<Answer>) {
  try {
    return await send();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    const failure: SendFailure = {
      failure: "Não conseguimos salvar agora. O que você escreveu continua aqui: tente de novo.",
    };
    // With an error status the page isn't reloaded, which would fail like the form.
    return data(failure, { status: 503 });
  }
}
