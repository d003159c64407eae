import { data, isRouteErrorResponse } from "react-router";

/**
 * For a route's `clientAction`: if the site couldn't be reached or failed, the form stays on the page
 * with everything typed, and receives `failure`.
 */
export async function sendForm<Answer, Failure>(send: () => Promise<Answer>, failure: Failure) {
  try {
    return await send();
  } catch (error) {
    const isAnswer = error instanceof Response || isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    // With an error status the page isn't reloaded, which would fail like the form.
    return data(failure, { status: 503 });
  }
}
