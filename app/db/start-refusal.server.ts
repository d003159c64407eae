/** A start that cannot go on; the message is a Portuguese sentence for the person who started it. */
export class StartRefusal extends Error {
  override name = "StartRefusal";
}

/** Recognises a {@link StartRefusal} by its name, because the built program has its own class. */
export function isStartRefusal(error: unknown): error is StartRefusal {
  return error instanceof Error && error.name === "StartRefusal";
}
