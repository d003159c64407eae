/** The site cannot start; the message explains why, in Portuguese. */
export class StartRefusal extends Error {
  override name = "StartRefusal";
}

/** Compares the name, because the built program has its own copy of the class. */
export function isStartRefusal(error: unknown): error is StartRefusal {
  return error instanceof Error && error.name === "StartRefusal";
}
