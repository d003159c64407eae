import { data, isRouteErrorResponse } from "react-router";

/** If the site fails or can't be reached, the form keeps what was typed and receives `failure`. */
export async function sendForm<Answer, Failure>(send: () => Promise<Answer>, failure: Failure) {
  try {
    return await send();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    // An error status prevents a reload of the page, which would fail too.
    return data(failure, { status: 503 });
  }
}
